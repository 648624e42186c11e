BEGIN TRANSACTION;
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE answers (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	workspace_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	answer TEXT NOT NULL, 
	CONSTRAINT uq_answers_workspace_id_name UNIQUE (workspace_id, name), 
	CONSTRAINT fk_answers_workspace_id FOREIGN KEY(workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
);
INSERT INTO "answers" VALUES(1,1,'27d35daaa1d784c5','{"id":"27d35daaa1d784c5","question":"How many days until a refund reaches my card?","outcome":"answer","route":"direct","confidence":{"level":"high","score":0.9632,"reasons":["The one key word is covered.","The best section scores 34.7 times the next page.","Nothing important is missing."],"signals":{"covered":1.0,"clause":0.6819129880423502,"matched":0.7183705945257411,"titled":0.3333333333333333,"familiar":0.5993710653877449,"strength":0.3407100315310055,"lead":0.9712082262210797,"small":0.5042871314498054}},"text":"A refund reaches your card within 14 days. [1]","claims":[{"text":"A refund reaches your card within 14 days.","markers":[1],"support":"verbatim"}],"citations":[{"marker":1,"source":"shop","path":"refunds.md","route":"","identity":"shop/refunds.md","fingerprint":"a026d9e05ccd71c44a220383e28daed9703ff61691610b4168829b3b84ef2ed2","anchor":"how-long-it-takes","heading_path":["Refunds","How long it takes"],"quote":"A refund reaches your card within 14 days.","spans":[{"path":"refunds.md","start":33,"end":75}],"url":"","status":"verified","origin":"extractive","flags":[]}],"ranked":[{"section":{"document_id":2,"ordinal":1,"source":"shop","path":"refunds.md","route":"","anchor":"how-long-it-takes","anchors":["how-long-it-takes"],"heading_path":["Refunds","How long it takes"],"first_block":1,"last_block":3,"url":"","tokens":0},"breakdown":{"frequency":4473,"rarity":319,"phrase":0,"proximity":225,"heading":818,"length":0},"matched":["How","days","a","refund","reaches","card"],"missing":[]},{"section":{"document_id":2,"ordinal":2,"source":"shop","path":"refunds.md","route":"","anchor":"limits","anchors":["limits"],"heading_path":["Refunds","Limits"],"first_block":3,"last_block":8,"url":"","tokens":0},"breakdown":{"frequency":1922,"rarity":-562,"phrase":0,"proximity":0,"heading":620,"length":0},"matched":["a","refund"],"missing":["days","reaches","card"]},{"section":{"document_id":2,"ordinal":0,"source":"shop","path":"refunds.md","route":"","anchor":"","anchors":[],"heading_path":["Refunds"],"first_block":0,"last_block":1,"url":"","tokens":0},"breakdown":{"frequency":1422,"rarity":-331,"phrase":0,"proximity":0,"heading":620,"length":0},"matched":["refund"],"missing":["days","reaches","card"]},{"section":{"document_id":1,"ordinal":1,"source":"shop","path":"guides/keys.md","route":"","anchor":"rotate-a-key","anchors":["rotate-a-key"],"heading_path":["API keys","Rotate a key"],"first_block":1,"last_block":4,"url":"","tokens":0},"breakdown":{"frequency":154,"rarity":-72,"phrase":0,"proximity":0,"heading":86,"length":0},"matched":["a"],"missing":["days","refund","reaches","card"]}],"terms":[{"text":"how","origin":"typed","weight":1.0},{"text":"many","origin":"typed","weight":1.0},{"text":"mani","origin":"stem","weight":0.8},{"text":"days","origin":"typed","weight":1.0},{"text":"day","origin":"stem","weight":0.8},{"text":"until","origin":"typed","weight":1.0},{"text":"a","origin":"typed","weight":1.0},{"text":"refund","origin":"typed","weight":1.0},{"text":"reaches","origin":"typed","weight":1.0},{"text":"reach","origin":"stem","weight":0.8},{"text":"my","origin":"typed","weight":1.0},{"text":"card","origin":"typed","weight":1.0}],"suggested":[{"title":"API keys › Rotate a key","source":"shop","path":"guides/keys.md","route":"","anchor":"rotate-a-key"},{"title":"Refunds › Limits","source":"shop","path":"refunds.md","route":"","anchor":"limits"},{"title":"Refunds","source":"shop","path":"refunds.md","route":"","anchor":""}],"ticket":null,"provider":"none","model":"","fallback":"","usage":{"input_tokens":null,"cached_tokens":null,"output_tokens":null,"cost_usd":null},"timing":{"retrieval":103.50409600141575,"model":0.0,"total":141.648},"workspace":"default","generation":1,"asked_at":"2026-11-30T08:32:57Z","notes":[],"unkept":""}');
INSERT INTO "answers" VALUES(2,1,'0c03e9a7c5ee65ca','{"id":"0c03e9a7c5ee65ca","question":"How do I rotate an API key?","outcome":"answer","route":"direct","confidence":{"level":"high","score":0.9036,"reasons":["All 3 key words are covered.","The best section scores 16.5 times the next page.","Nothing important is missing."],"signals":{"covered":1.0,"clause":0.521982057107951,"matched":0.5403590754657569,"titled":1.0,"familiar":0.4381287642498829,"strength":0.5210340775558167,"lead":0.9395579612088408,"small":0.5042871314498054}},"text":"1. Open the security page. [1]\n2. Press Rotate key and copy the new one. [2]","claims":[{"text":"Open the security page.","markers":[1],"support":"verbatim"},{"text":"Press Rotate key and copy the new one.","markers":[2],"support":"verbatim"}],"citations":[{"marker":1,"source":"shop","path":"guides/keys.md","route":"","identity":"shop/guides/keys.md","fingerprint":"a8691fdc1e712403c3f4e0bea2ad684999191be72e7a2f370996b26d0d8a38f4","anchor":"rotate-a-key","heading_path":["API keys","Rotate a key"],"quote":"Open the security page.","spans":[{"path":"guides/keys.md","start":32,"end":55}],"url":"","status":"verified","origin":"extractive","flags":[]},{"marker":2,"source":"shop","path":"guides/keys.md","route":"","identity":"shop/guides/keys.md","fingerprint":"a8691fdc1e712403c3f4e0bea2ad684999191be72e7a2f370996b26d0d8a38f4","anchor":"rotate-a-key","heading_path":["API keys","Rotate a key"],"quote":"Press Rotate key and copy the new one.","spans":[{"path":"guides/keys.md","start":59,"end":101}],"url":"","status":"verified","origin":"extractive","flags":[]}],"ranked":[{"section":{"document_id":1,"ordinal":1,"source":"shop","path":"guides/keys.md","route":"","anchor":"rotate-a-key","anchors":["rotate-a-key"],"heading_path":["API keys","Rotate a key"],"first_block":1,"last_block":4,"url":"","tokens":0},"breakdown":{"frequency":2662,"rarity":299,"phrase":0,"proximity":0,"heading":3690,"length":0},"matched":["rotate","API","key"],"missing":[]},{"section":{"document_id":1,"ordinal":0,"source":"shop","path":"guides/keys.md","route":"","anchor":"","anchors":[],"heading_path":["API keys"],"first_block":0,"last_block":1,"url":"","tokens":0},"breakdown":{"frequency":1920,"rarity":-127,"phrase":0,"proximity":131,"heading":1881,"length":0},"matched":["API","key"],"missing":["rotate"]},{"section":{"document_id":2,"ordinal":1,"source":"shop","path":"refunds.md","route":"","anchor":"how-long-it-takes","anchors":["how-long-it-takes"],"heading_path":["Refunds","How long it takes"],"first_block":1,"last_block":3,"url":"","tokens":0},"breakdown":{"frequency":148,"rarity":56,"phrase":0,"proximity":0,"heading":198,"length":0},"matched":["How"],"missing":["rotate","API","key"]}],"terms":[{"text":"how","origin":"typed","weight":1.0},{"text":"do","origin":"typed","weight":1.0},{"text":"i","origin":"typed","weight":1.0},{"text":"rotate","origin":"typed","weight":1.0},{"text":"rotat","origin":"stem","weight":0.8},{"text":"an","origin":"typed","weight":1.0},{"text":"api","origin":"typed","weight":1.0},{"text":"key","origin":"typed","weight":1.0}],"suggested":[{"title":"Refunds › How long it takes","source":"shop","path":"refunds.md","route":"","anchor":"how-long-it-takes"},{"title":"API keys","source":"shop","path":"guides/keys.md","route":"","anchor":""}],"ticket":null,"provider":"none","model":"","fallback":"","usage":{"input_tokens":null,"cached_tokens":null,"output_tokens":null,"cost_usd":null},"timing":{"retrieval":101.00869699999748,"model":0.0,"total":126.374},"workspace":"default","generation":1,"asked_at":"2026-11-30T08:33:00Z","notes":[],"unkept":""}');
INSERT INTO "answers" VALUES(3,1,'cb2d2186b604a7b7','{"id":"cb2d2186b604a7b7","question":"What is the largest refund on the Team plan?","outcome":"answer","route":"direct","confidence":{"level":"high","score":0.9688,"reasons":["The one key word is covered.","The best section scores 16.2 times the next page.","Nothing important is missing."],"signals":{"covered":1.0,"clause":0.6839014110686074,"matched":0.7197825977315983,"titled":0.5,"familiar":0.5923113029912723,"strength":0.3047795251310515,"lead":0.9382840955078915,"small":0.5042871314498054}},"text":"- Plan: Team; Largest refund: 5,000 EUR [1]\nA refund cannot be larger than what was paid for the order. [2]","claims":[{"text":"Team | 5,000 EUR","markers":[1],"support":"verbatim"},{"text":"A refund cannot be larger than what was paid for the order.","markers":[2],"support":"verbatim"}],"citations":[{"marker":1,"source":"shop","path":"refunds.md","route":"","identity":"shop/refunds.md","fingerprint":"a026d9e05ccd71c44a220383e28daed9703ff61691610b4168829b3b84ef2ed2","anchor":"limits","heading_path":["Refunds","Limits"],"quote":"Team | 5,000 EUR","spans":[{"path":"refunds.md","start":194,"end":210}],"url":"","status":"verified","origin":"extractive","flags":[]},{"marker":2,"source":"shop","path":"refunds.md","route":"","identity":"shop/refunds.md","fingerprint":"a026d9e05ccd71c44a220383e28daed9703ff61691610b4168829b3b84ef2ed2","anchor":"limits","heading_path":["Refunds","Limits"],"quote":"A refund cannot be larger than what was paid for the order.","spans":[{"path":"refunds.md","start":214,"end":273}],"url":"","status":"verified","origin":"extractive","flags":[]}],"ranked":[{"section":{"document_id":2,"ordinal":2,"source":"shop","path":"refunds.md","route":"","anchor":"limits","anchors":["limits"],"heading_path":["Refunds","Limits"],"first_block":3,"last_block":8,"url":"","tokens":0},"breakdown":{"frequency":3924,"rarity":262,"phrase":0,"proximity":136,"heading":620,"length":0},"matched":["What","the","largest","refund","Team","plan"],"missing":[]},{"section":{"document_id":2,"ordinal":1,"source":"shop","path":"refunds.md","route":"","anchor":"how-long-it-takes","anchors":["how-long-it-takes"],"heading_path":["Refunds","How long it takes"],"first_block":1,"last_block":3,"url":"","tokens":0},"breakdown":{"frequency":1684,"rarity":-508,"phrase":0,"proximity":0,"heading":620,"length":0},"matched":["refund"],"missing":["largest","Team","plan"]},{"section":{"document_id":2,"ordinal":0,"source":"shop","path":"refunds.md","route":"","anchor":"","anchors":[],"heading_path":["Refunds"],"first_block":0,"last_block":1,"url":"","tokens":0},"breakdown":{"frequency":1313,"rarity":-337,"phrase":0,"proximity":0,"heading":620,"length":0},"matched":["refund"],"missing":["largest","Team","plan"]},{"section":{"document_id":1,"ordinal":1,"source":"shop","path":"guides/keys.md","route":"","anchor":"rotate-a-key","anchors":["rotate-a-key"],"heading_path":["API keys","Rotate a key"],"first_block":1,"last_block":4,"url":"","tokens":0},"breakdown":{"frequency":349,"rarity":-44,"phrase":0,"proximity":0,"heading":0,"length":0},"matched":["the"],"missing":["largest","refund","Team","plan"]}],"terms":[{"text":"what","origin":"typed","weight":1.0},{"text":"is","origin":"typed","weight":1.0},{"text":"the","origin":"typed","weight":1.0},{"text":"largest","origin":"typed","weight":1.0},{"text":"refund","origin":"typed","weight":1.0},{"text":"on","origin":"typed","weight":1.0},{"text":"team","origin":"typed","weight":1.0},{"text":"plan","origin":"typed","weight":1.0}],"suggested":[{"title":"API keys › Rotate a key","source":"shop","path":"guides/keys.md","route":"","anchor":"rotate-a-key"},{"title":"Refunds › How long it takes","source":"shop","path":"refunds.md","route":"","anchor":"how-long-it-takes"}],"ticket":null,"provider":"none","model":"","fallback":"","usage":{"input_tokens":null,"cached_tokens":null,"output_tokens":null,"cost_usd":null},"timing":{"retrieval":103.75372700036678,"model":0.0,"total":148.651},"workspace":"default","generation":1,"asked_at":"2026-11-30T08:33:02Z","notes":[],"unkept":""}');
CREATE TABLE contents (
	document_id INTEGER NOT NULL, 
	texts BLOB NOT NULL, 
	rest BLOB NOT NULL, 
	CONSTRAINT pk_contents PRIMARY KEY (document_id), 
	CONSTRAINT fk_contents_document_id FOREIGN KEY(document_id) REFERENCES documents (id) ON DELETE CASCADE
);
INSERT INTO "contents" VALUES(1,X'78018B56720CF054C84EAD2C56D2510ACA2F492C49554804F1815CFF82D43C85928C5485E2D4E4D2A2CC924A8582C4F4543DA04C40516A71B102543950B142625E8A42727E412558795E6AB9427E1E50612C00B4C11F60',X'78017D8F5D0AC3201084EFB2CF9B120D6A92AB881469A491FC9248A194DEBDBB964203A56FCACE7C3363AD853EF82ECE57405B628D254A14A543EBF00163B885115A81E0E74BBF6CD0825F633184FB0E4FD21CBC4292592894E6E8965FEE6D493E85C233E24D18E39ECE318529E7CB8A189544A53E0C3E77614D7DAE91D593DF86C05DC4E91743134235A8156A14FCD1068DE167C5F34C43FB04E12DEC695B7878D601B054D1DDE5E9FF82250713821753E55CBA76EE059A476039');
INSERT INTO "contents" VALUES(2,X'78013D8DC10AC2400C447F65E8594A45FD000F8A070F227A120F7137DAC57623D99422F8F1EE8A7A0AF332BC39557BBE0ED1A76A526D644427F1866030BA73614BE8E79F0FB996139E32281CA9C718AC0D11D3393C3D538D7FD504840BC53BC83919E2D786D9A7885E94EBACDE863E58D9D87514F1C296F4C6C9BE8399AF9539F34583D5719FF381A92F79D2343FF4DF7414A3182E8CAE6814D666E9D89261A48407058FAB14CC10F5AC75757E032AD752AA',X'78018D92CD6E83301084DF65CF8B847F00C3AB5856E4242EA0BA1039A4395479F7EE5A542DA5917AB576E6DB99B5B51686E0CFE3D403DA121B2C5162EBD03AFC8018DE43844E20F8E934CC093A48E1E5369DAFF0A0918D52B0546854622B963FC4C37C2FE23CF5C5B8148B7F0DABCDC527DF277F19F20AC6909152286476FACDA919236B144A3E07C5F16D5C56F7C51F6338A4F99EDD35CB15C9358795222F4DB0AA59DDF278CECCBD04CABCA45B40388518AFD0592A49D3286B9DA36C71EC277A064000975BF903D810D0305028061A029AAF92BF813B8450FF47B41A456B18C10DC952D082E52ED31E513F416C8F52B56C4AE7958D62531259494F5AD277D10AE96815275398EF53E78F54B5CE7D027484A8FD');
CREATE TABLE documents (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	workspace_id INTEGER NOT NULL, 
	source TEXT NOT NULL, 
	path TEXT NOT NULL, 
	identity TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	mode TEXT NOT NULL, 
	route TEXT NOT NULL, 
	title TEXT NOT NULL, 
	fingerprint TEXT NOT NULL, 
	description TEXT NOT NULL, 
	url TEXT NOT NULL, 
	updated TEXT NOT NULL, 
	version TEXT NOT NULL, 
	files TEXT NOT NULL, 
	aliases TEXT NOT NULL, 
	flags TEXT NOT NULL, 
	sections INTEGER NOT NULL, 
	sentences INTEGER NOT NULL, 
	added INTEGER NOT NULL, 
	removed INTEGER, 
	CONSTRAINT ck_documents_life CHECK (removed > added), 
	CONSTRAINT fk_documents_workspace_id FOREIGN KEY(workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
);
INSERT INTO "documents" VALUES(1,1,'shop','guides/keys.md','shop/guides/keys.md','kb','md','','API keys','a8691fdc1e712403c3f4e0bea2ad684999191be72e7a2f370996b26d0d8a38f4','','','','','[["guides/keys.md","38c09367a30b70018c834de6df44a16c647a48811c4bf3b0f60be9a8033feca3"]]','[]','[]',2,2,1,NULL);
INSERT INTO "documents" VALUES(2,1,'shop','refunds.md','shop/refunds.md','kb','md','','Refunds','a026d9e05ccd71c44a220383e28daed9703ff61691610b4168829b3b84ef2ed2','','','','','[["refunds.md","fe977262a6bb25ffb45079c1e155e4d6dc6449c879341b68716eae534f5c32e4"]]','[]','[]',3,5,1,NULL);
CREATE TABLE sections (
	document_id INTEGER NOT NULL, 
	ordinal INTEGER NOT NULL, 
	anchor TEXT NOT NULL, 
	anchors TEXT NOT NULL, 
	heading_path TEXT NOT NULL, 
	first_block INTEGER NOT NULL, 
	last_block INTEGER NOT NULL, 
	part INTEGER NOT NULL, 
	aliases TEXT NOT NULL, 
	CONSTRAINT pk_sections PRIMARY KEY (document_id, ordinal), 
	CONSTRAINT fk_sections_document_id FOREIGN KEY(document_id) REFERENCES documents (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "sections" VALUES(1,0,'','[]','["API keys"]',0,1,0,'');
INSERT INTO "sections" VALUES(1,1,'rotate-a-key','["rotate-a-key"]','["API keys","Rotate a key"]',1,4,0,'');
INSERT INTO "sections" VALUES(2,0,'','[]','["Refunds"]',0,1,0,'');
INSERT INTO "sections" VALUES(2,1,'how-long-it-takes','["how-long-it-takes"]','["Refunds","How long it takes"]',1,3,0,'');
INSERT INTO "sections" VALUES(2,2,'limits','["limits"]','["Refunds","Limits"]',3,8,0,'');
CREATE TABLE settings (
	workspace_id INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_settings PRIMARY KEY (workspace_id, "key"), 
	CONSTRAINT fk_settings_workspace_id FOREIGN KEY(workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
);
CREATE TABLE sources (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	workspace_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	info TEXT NOT NULL, 
	report TEXT, 
	updated TEXT DEFAULT '' NOT NULL, 
	added INTEGER NOT NULL, 
	removed INTEGER, 
	CONSTRAINT ck_sources_life CHECK (removed > added), 
	CONSTRAINT fk_sources_workspace_id FOREIGN KEY(workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
);
INSERT INTO "sources" VALUES(1,1,'shop','{"name":"shop","kind":"kb","mode":"md","root":"/srv/shop","base_url":"","ignore":[],"version":"","internal":false,"reason":"Read as Markdown: no page holds MDX. Pages are named by path: few of them are numbered or grouped."}','{"source":"shop","documents":2,"added":2,"changed":0,"unchanged":0,"removed":0,"sections":5,"sentences":7,"seconds":0.093,"skipped":[],"failed":[],"warnings":[],"changed_paths":["guides/keys.md","refunds.md"],"removed_paths":[],"cancelled":false}','2026-11-30T08:32:54Z',1,NULL);
CREATE TABLE workspaces (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name TEXT NOT NULL, 
	generation INTEGER DEFAULT '0' NOT NULL, 
	manifest TEXT, 
	CONSTRAINT uq_workspaces_name UNIQUE (name)
);
INSERT INTO "workspaces" VALUES(1,'default',1,'{"folder":"00000001-0","generation":1,"digests":{"_MAIN_1.toc":"1125:334573541e9b1939e9bc76fc6caaa430f07f61bb0a47310d69453eed454af588","MAIN_1n0.vps":"968:9584605a832b9757b06bfac27b763ed0252ff46ab07f01de6be3a68ad46bb5f0","MAIN_1n0.vdx":"2680:785d24c9616b982f7bf77ac24e1e6e5f6dddd15c16e8110c601e8ca56a8cfe1d"},"format":2001}');
CREATE UNIQUE INDEX ux_sources_live ON sources (workspace_id, name) WHERE removed IS NULL;
CREATE INDEX ix_documents_removed ON documents (workspace_id, removed);
CREATE INDEX ix_documents_added ON documents (workspace_id, added);
CREATE UNIQUE INDEX ux_documents_live ON documents (workspace_id, source, path) WHERE removed IS NULL;
CREATE INDEX ix_documents_identity ON documents (workspace_id, identity);
CREATE INDEX ix_documents_order ON documents (workspace_id, source, path);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('workspaces',1);
INSERT INTO "sqlite_sequence" VALUES('sources',1);
INSERT INTO "sqlite_sequence" VALUES('documents',2);
INSERT INTO "sqlite_sequence" VALUES('answers',3);
COMMIT;
