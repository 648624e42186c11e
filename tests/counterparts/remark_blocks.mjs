// Reads one JSON object a line ({"mode": "mdx"|"md", "text": ...}) and writes, a line each, how
// remark reads that text: {"events": [...]} in document order, or {"error": ...}.
import { createInterface } from 'node:readline'
import { unified } from 'unified'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'

const parsers = {
  md: unified().use(remarkParse).use(remarkFrontmatter, ['yaml', 'toml']).use(remarkGfm),
  mdx: unified().use(remarkParse).use(remarkFrontmatter, ['yaml', 'toml']).use(remarkGfm).use(remarkMdx),
}

const LITERAL = /^\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`\\$]*)`)\s*$/

function literal(expression) {
  const match = LITERAL.exec(expression)
  return match ? (match[1] ?? match[2] ?? match[3] ?? '') : ''
}

function textOf(node) {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value
    case 'break':
      return '\n'
    case 'mdxTextExpression':
      return literal(node.value)
    case 'mdxJsxTextElement':
      // A <br /> is shown as a line break; remark leaves that to the page.
      return node.name === 'br' ? '\n' : node.children.map(textOf).join('')
    case 'image':
    case 'imageReference':
    case 'html':
    case 'footnoteReference':
      return ''
    default:
      return (node.children ?? []).map(textOf).join('')
  }
}

const fold = (text) => text.replace(/\s+/g, ' ').trim()

function walk(node, out) {
  const children = () => (node.children ?? []).forEach((child) => walk(child, out))
  switch (node.type) {
    case 'heading':
      out.push(['heading', node.depth, fold(textOf(node))])
      break
    case 'paragraph': {
      const text = fold(textOf(node))
      if (text) out.push(['paragraph', text])
      break
    }
    case 'code':
      out.push(['code', (node.lang ?? '') + (node.meta ? ' ' + node.meta : ''), node.value])
      break
    case 'html':
      if (!node.value.startsWith('<!--')) out.push(['html', fold(node.value)])
      break
    case 'thematicBreak':
      out.push(['rule'])
      break
    case 'table':
      out.push(['table', node.align.map((a) => a ?? ''), node.children.map((row) => row.children.map((cell) => fold(textOf(cell))))])
      break
    case 'list':
      out.push(['list', node.ordered ? (node.start ?? 1) : null])
      children()
      out.push(['end'])
      break
    case 'listItem':
      out.push(['item', node.checked ?? null])
      children()
      out.push(['end'])
      break
    case 'blockquote':
      out.push(['quote'])
      children()
      out.push(['end'])
      break
    case 'footnoteDefinition':
      out.push(['footnote'])
      children()
      out.push(['end'])
      break
    case 'root':
    case 'mdxJsxFlowElement':
      children()
      break
    case 'mdxJsxTextElement': {
      const text = fold(textOf(node))
      if (text) out.push(['paragraph', text])
      break
    }
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { mode, text } = JSON.parse(line)
  let answer
  try {
    const out = []
    walk(parsers[mode].parse(text), out)
    answer = { events: out }
  } catch (error) {
    answer = { error: String(error.reason ?? error.message ?? error) }
  }
  process.stdout.write(JSON.stringify(answer) + '\n')
}
