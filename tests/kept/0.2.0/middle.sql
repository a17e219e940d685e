BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0023');
CREATE TABLE answers (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	window INTEGER NOT NULL, 
	act VARCHAR(120) NOT NULL, 
	CONSTRAINT pk_answers PRIMARY KEY (table_id, seat)
);
INSERT INTO "answers" VALUES('qw33azrj24',1,15,'pass');
CREATE TABLE claims (
	what VARCHAR(40) NOT NULL, 
	process VARCHAR(16) NOT NULL, 
	until FLOAT NOT NULL, 
	CONSTRAINT pk_claims PRIMARY KEY (what)
);
CREATE TABLE departures (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	actions INTEGER NOT NULL, step VARCHAR(8) DEFAULT 'left' NOT NULL, 
	CONSTRAINT pk_departures PRIMARY KEY (table_id, number)
);
INSERT INTO "departures" VALUES('v643cjds3r',0,0,'Bob',0,'drawn');
INSERT INTO "departures" VALUES('v643cjds3r',1,1,'Ann',0,'drawn');
INSERT INTO "departures" VALUES('v643cjds3r',2,2,'Cat',0,'drawn');
CREATE TABLE devices (
	person VARCHAR(32) NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	label VARCHAR(40) NOT NULL, 
	created FLOAT NOT NULL, 
	seen FLOAT NOT NULL, 
	revoked BOOLEAN NOT NULL, 
	CONSTRAINT pk_devices PRIMARY KEY (person, id)
);
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	act VARCHAR(120) NOT NULL, 
	step VARCHAR(8) NOT NULL, 
	note TEXT NOT NULL, 
	checksum VARCHAR(64) NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (table_id, number)
);
INSERT INTO "entries" VALUES('v643cjds3r',1,2,'cage 4','','','2:0fd973b0c99e133f7dc77b9584e4ba18',1700001000.0);
INSERT INTO "entries" VALUES('v643cjds3r',2,1,'cage 2','','','2:cd8bcee5a91950e8fc76accd4ff781af',1700001001.0);
INSERT INTO "entries" VALUES('v643cjds3r',3,0,'cage 3','','','2:905a384becbdf574e11b8ed7d571fe34',1700001002.0);
INSERT INTO "entries" VALUES('v643cjds3r',4,2,'draw event','','','2:209211454afe3bf377627d9f8d68760f',1700001003.0);
INSERT INTO "entries" VALUES('v643cjds3r',5,2,'play pavlovian-cower on 2','','','2:66bbc82f17aff8d1e56cbc8fc855b163',1700001004.0);
INSERT INTO "entries" VALUES('qw33azrj24',1,1,'cage 4','','','2:4699ee55bbfbf45280ee327ce4882dd8',1700001005.0);
INSERT INTO "entries" VALUES('qw33azrj24',2,2,'cage 1','','','2:71f44eead19f6b08fe423253570d111c',1700001006.0);
INSERT INTO "entries" VALUES('qw33azrj24',3,0,'cage 2','','','2:4cc5ed5d946f06bcf830f911f7fcd55f',1700001007.0);
INSERT INTO "entries" VALUES('qw33azrj24',4,1,'draw movement','','','2:885b68ce6e1f8df9c5ae745f2fd3d152',1700001008.0);
INSERT INTO "entries" VALUES('qw33azrj24',5,1,'play toggle-pipes 1 3','','','2:197692913f9325837992c5ad69706e05',1700001009.0);
INSERT INTO "entries" VALUES('qw33azrj24',6,2,'draw movement','','','2:8d0fc6044512a263c4290bbcc8b968d0',1700001010.0);
INSERT INTO "entries" VALUES('qw33azrj24',7,2,'discard all-nighter','','','2:a8f0c5cf50514987693e1d2df2ead31e',1700001011.0);
INSERT INTO "entries" VALUES('qw33azrj24',8,0,'draw movement','','','2:63aef994be5498bd802e2fb9276c9494',1700001012.0);
INSERT INTO "entries" VALUES('qw33azrj24',9,0,'discard toggle-many-pipes','','','2:2b94d4de8df04a97104cd804b300a440',1700001013.0);
INSERT INTO "entries" VALUES('qw33azrj24',10,1,'draw event','','','2:f4545d4e722ceaf382c4d871417cadc4',1700001014.0);
INSERT INTO "entries" VALUES('qw33azrj24',11,1,'play reverse-motor','','','2:e7c6ada8dd96b73aab3fc13bdb12439c',1700001015.0);
INSERT INTO "entries" VALUES('qw33azrj24',12,2,'draw event','','','2:9e097ee02e7cee8c68b333220eef4dcf',1700001016.0);
INSERT INTO "entries" VALUES('qw33azrj24',13,2,'discard speed-motor','','','2:5915b2bdac152b349f4190340657d6bf',1700001017.0);
INSERT INTO "entries" VALUES('qw33azrj24',14,0,'draw movement','','','2:bb45c18274cb33e152f9c75ccba0b6de',1700001018.0);
INSERT INTO "entries" VALUES('qw33azrj24',15,0,'play extra-food on 1','','','2:c8de7abb9ad9cf6ad642a3c6bcb7b839',1700001019.0);
INSERT INTO "entries" VALUES('xua97pygq2',1,1,'sell all','','','2:3a2bc802dcb63cb9d222192f117e57bb',1700001021.0);
INSERT INTO "entries" VALUES('xua97pygq2',2,1,'truck huge a','','','2:0f29ec01de391873a7dcee0a0aafb61f',1700001022.0);
INSERT INTO "entries" VALUES('xua97pygq2',3,1,'buy 5','','','2:5ab7459481f7fab0300131f81fe8143b',1700001023.0);
INSERT INTO "entries" VALUES('xua97pygq2',4,1,'install b4 0','','','2:1828f5f7d0a157dd4b6ed2b31d5db478',1700001024.0);
INSERT INTO "entries" VALUES('xua97pygq2',5,1,'demolish b4','','','2:18912e5d589e228c9bdc156115ada379',1700001025.0);
INSERT INTO "entries" VALUES('xua97pygq2',6,1,'end','','','2:ca88673773efbae7653942fe8b83cc18',1700001026.0);
INSERT INTO "entries" VALUES('xua97pygq2',7,2,'buy fork','','','2:3ff33ef230779b48a6eaee879de0414d',1700001027.0);
INSERT INTO "entries" VALUES('xua97pygq2',8,2,'install c1 3','','','2:066c3cfd7f23667ee268f80285ad75f0',1700001028.0);
INSERT INTO "entries" VALUES('xua97pygq2',9,2,'buy 7','','','2:eba52cca715fe6423511c74292e8bc62',1700001029.0);
INSERT INTO "entries" VALUES('xua97pygq2',10,2,'install a2 2','','','2:6049e118376a90bfd724aa55688e7a1b',1700001030.0);
INSERT INTO "entries" VALUES('xua97pygq2',11,2,'demolish c1','','','2:b37373ca1689ae1bf9dc2fa6b725b0cf',1700001031.0);
INSERT INTO "entries" VALUES('xua97pygq2',12,2,'demolish a2','','','2:bccc725211ccff0112b3f9ba80357658',1700001032.0);
INSERT INTO "entries" VALUES('xua97pygq2',13,2,'end','','','2:5bae67ffe5b7c04e4f9a810f66a19a4d',1700001033.0);
INSERT INTO "entries" VALUES('xua97pygq2',14,0,'end','','','2:b7dd1d626b5bc1b9bf4e70138334383b',1700001034.0);
INSERT INTO "entries" VALUES('xua97pygq2',15,1,'sell all','','','2:a187b74e9a80e97d5d8d9c1d8f368b64',1700001035.0);
INSERT INTO "entries" VALUES('xua97pygq2',16,1,'buy fork','','','2:72b2622746681a78d525b32f77757823',1700001036.0);
INSERT INTO "entries" VALUES('xua97pygq2',17,1,'install b3 1 flipped','','','2:71c17a50bfc7484492b0578a13dd632c',1700001037.0);
INSERT INTO "entries" VALUES('xua97pygq2',18,1,'buy fork','','','2:40a4b6a4dacd901206c0690400c96078',1700001038.0);
INSERT INTO "entries" VALUES('xua97pygq2',19,1,'install b2 2','','','2:3087a2d2e59e3785ad112af3e4d44390',1700001039.0);
INSERT INTO "entries" VALUES('xua97pygq2',20,1,'demolish b2','','','2:a9c98b4548e34c10e40c71eab4c6b515',1700001040.0);
INSERT INTO "entries" VALUES('xua97pygq2',21,1,'','undo','','2:3087a2d2e59e3785ad112af3e4d44390',1700001041.0);
INSERT INTO "entries" VALUES('xua97pygq2',22,1,'end','','','2:63fadc09d721e0b1fe3cc7611d647453',1700001042.0);
INSERT INTO "entries" VALUES('xua97pygq2',23,2,'end','','','2:4c9d37a78c0cd81bd8bc73335be1aac3',1700001043.0);
INSERT INTO "entries" VALUES('xua97pygq2',24,0,'truck big b','','','2:8d383a9491c5843376013abc9f7c0e84',1700001044.0);
INSERT INTO "entries" VALUES('xua97pygq2',25,0,'sell basic b','','','2:9734c39401dae8fe10b7eae5778ec47d',1700001045.0);
INSERT INTO "entries" VALUES('xua97pygq2',26,0,'buy 1','','','2:462694a6a04efb9dbae483af57c60ec4',1700001046.0);
INSERT INTO "entries" VALUES('xua97pygq2',27,0,'','undo','','2:9734c39401dae8fe10b7eae5778ec47d',1700001047.0);
INSERT INTO "entries" VALUES('xua97pygq2',28,0,'truck big a','','','2:97b8374193994224f5f0841113dd74d5',1700001048.0);
INSERT INTO "entries" VALUES('xua97pygq2',29,0,'buy fork','','','2:269d859d7cf79c4be3f22b8d843ae31c',1700001049.0);
INSERT INTO "entries" VALUES('xua97pygq2',30,0,'install a1 2','','','2:9cd92cf423fa4480c78de58d0fe929b0',1700001050.0);
INSERT INTO "entries" VALUES('xua97pygq2',31,0,'buy 1','','','2:3800fc09e616cc92d5e6b310f6163208',1700001051.0);
INSERT INTO "entries" VALUES('xua97pygq2',32,0,'install b0','','','2:3118b40a1ce98008092dab854ab9645e',1700001052.0);
INSERT INTO "entries" VALUES('xua97pygq2',33,0,'end','','','2:1abbb07a949c35618d821bcd0736e722',1700001053.0);
INSERT INTO "entries" VALUES('xua97pygq2',34,0,'make plus','','','2:9d7bc37a36850c8bb2a764a8f91a8146',1700001054.0);
INSERT INTO "entries" VALUES('xua97pygq2',35,1,'place basic c0 centre','','','2:38ba930157f9b08545c6c2af76f6da25',1700001055.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',1,2,'turn 3','','','2:de1eaebd147760a77a844e2c27c729c9',1700001056.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',2,0,'turn 1','','','2:f4f13d8a05a7a6bbda16b5ca3602c602',1700001057.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',3,1,'turn 3','','','2:2e1880ccdfb1bbbea6a2bce6587ba392',1700001058.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',4,2,'look arena 2','','','2:5003b257658b05fd07362f4cc3775ee1',1700001059.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',5,2,'deploy heavy 1','','','2:61372417ac7a07d80902b18badd6fb01',1700001060.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',6,0,'deploy medium 1','','','2:8d8a0e09ef0072256241115f306cdaf9',1700001061.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',7,1,'deploy heavy 2','','','2:07844625bcce89883584984de7f43b6e',1700001062.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',8,2,'pass','','','2:98e477e074b2caf89c9f8338e40b9f65',1700001063.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',9,0,'pass','','','2:c9a61533c7f4e33730264d0ffcc86e7e',1700001064.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',10,1,'pass','','','2:f196d199fbc5e75df7fbcb2f4d816456',1700001065.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',11,0,'turn 2','','','2:00ada2e5c4dff2c010272e532eb12068',1700001066.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',12,0,'pass','','','2:62c6a5fc32629aa012dd9dcf9e796113',1700001067.0);
INSERT INTO "entries" VALUES('nhyh3r9k8a',13,1,'turn 1','','','2:53692b48043e95ee04af0b843cc1452b',1700001068.0);
INSERT INTO "entries" VALUES('26kd2m72zt',1,0,'engineer explore north','','','2:0920e91ef7b5da24f8868f3de7d3297a',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',2,1,'engineer to 1','','','2:8eef1022df1225c14a29ac75b4df6c32',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',3,1,'pass','','','2:308d7e4a85d8ac938547b8458aede710',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',4,0,'android to 1','','','2:36d09a35442b09014f26dd77e0610415',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',5,0,'android explore west','','','2:f01376c99a9ce75c35e4f37a843a52e7',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',6,1,'android explore south','','','2:8ab9bd5361f72fe01a1e462a58060e29',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',7,0,'engineer to 0','','','2:80d2f790f192cdcd5bbe8c9d4519fc51',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',8,0,'android explore west','','','2:58daf4ec59307b2c59d8734e0b815ed4',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',9,1,'engineer to 0','','','2:ac48a847a4fe5c8f71aabaf7a350a1a3',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',10,1,'android explore north','','','2:a654743cc81578baeb7e90e07ead91c7',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',11,0,'android to 3','','','2:16a4a0245b347588f7068b60318c8f17',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',12,0,'pass','','','2:10141f4af48b1a96d593215d048907cf',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',13,1,'android to 4','','','2:7cbf244adc36f02146277c89ba4b8a8a',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',14,1,'android explore west','','','2:5351fbdc560f95c7d69f8d28debb5eb7',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',15,0,'android to 3','','','2:65995feed0686a4024d2cbe9b646578d',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',16,0,'pass','','','2:0f9df73c2eeee6cea72f841c165d2904',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',17,1,'engineer to 1','','','2:7295bbf6ba7028a37528884261b69411',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',18,1,'android explore south','','','2:12cc82c4eea79a2752b2800e9d7a4e19',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',19,0,'android gear 1 turn 1','','','2:9fcfea37858f0c7ee1d56aec468e1d47',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',20,1,'android explore west','','','2:2d62bdd867086517956c5a5bca6ead1b',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',21,0,'android to 0','','','2:a3cd5d6b3874316fc4b80c7e92f8d497',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',22,0,'pass','','','2:b473256c92c3a256e27a5751e93b089e',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',23,1,'engineer to 7','','','2:eb79aefea378c662428f390cd7a5b6f3',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',24,1,'pass','','','2:99f17b0d16c28b88008e1ba008345bd8',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',25,0,'android explore east','','','2:f6caf266b40fc4d36291c9bcdd46e943',1700001099.0);
INSERT INTO "entries" VALUES('26kd2m72zt',26,1,'pass','','','2:13d097539ea8ef5f7cc360231143c225',1700001099.8);
INSERT INTO "entries" VALUES('26kd2m72zt',27,0,'engineer to 9','','','2:b2381f45a156225189007e653c0e4722',1700001104.0);
CREATE TABLE keys (
	name VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_keys PRIMARY KEY (name)
);
INSERT INTO "keys" VALUES('cookies','0000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE links (
	digest VARCHAR(64) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	until FLOAT NOT NULL, 
	CONSTRAINT pk_links PRIMARY KEY (digest)
);
CREATE TABLE notes (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY (table_id, seat, person)
);
CREATE TABLE once (
	name VARCHAR(64) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	made FLOAT NOT NULL, 
	result VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_once PRIMARY KEY (name)
);
CREATE TABLE orders (
	number INTEGER NOT NULL, 
	what VARCHAR(16) NOT NULL, 
	target VARCHAR(32) NOT NULL, 
	at FLOAT NOT NULL, 
	done FLOAT, 
	said TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_orders PRIMARY KEY (number)
);
CREATE TABLE outages (
	began FLOAT NOT NULL, 
	ended FLOAT NOT NULL, 
	CONSTRAINT pk_outages PRIMARY KEY (began)
);
CREATE TABLE people (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created FLOAT NOT NULL, barred VARCHAR(8) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('0000000000000000000000000000000a','Ann',1700001000.0,'');
INSERT INTO "people" VALUES('0000000000000000000000000000000b','Bob',1700001000.0,'');
CREATE TABLE promises (
	name VARCHAR(32) NOT NULL, 
	made FLOAT NOT NULL, 
	CONSTRAINT pk_promises PRIMARY KEY (name)
);
CREATE TABLE pushes (
	person VARCHAR(32) NOT NULL, 
	device VARCHAR(16) NOT NULL, 
	endpoint TEXT NOT NULL, 
	created FLOAT NOT NULL, 
	about VARCHAR(40) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_pushes PRIMARY KEY (person, device)
);
CREATE TABLE reviews (
	table_id VARCHAR(16) NOT NULL, 
	total INTEGER NOT NULL, 
	found TEXT NOT NULL, 
	CONSTRAINT pk_reviews PRIMARY KEY (table_id)
);
CREATE TABLE "seats" (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	person VARCHAR(32), 
	bot VARCHAR(40), 
	name VARCHAR(40) NOT NULL, 
	standing VARCHAR(80) DEFAULT ('') NOT NULL, 
	answered INTEGER DEFAULT '0' NOT NULL, owner VARCHAR(32), left_ms INTEGER, salt VARCHAR(64) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat)
);
INSERT INTO "seats" VALUES('v643cjds3r',0,'person','0000000000000000000000000000000b',NULL,'Bob','',0,NULL,NULL,'');
INSERT INTO "seats" VALUES('v643cjds3r',1,'person','0000000000000000000000000000000a',NULL,'Ann','',0,NULL,NULL,'');
INSERT INTO "seats" VALUES('v643cjds3r',2,'person','0000000000000000000000000000000a',NULL,'Cat','',0,NULL,NULL,'');
INSERT INTO "seats" VALUES('qw33azrj24',0,'person','0000000000000000000000000000000a',NULL,'Ann','',0,NULL,NULL,'');
INSERT INTO "seats" VALUES('qw33azrj24',1,'person','0000000000000000000000000000000a',NULL,'Cat','',1,NULL,NULL,'');
INSERT INTO "seats" VALUES('qw33azrj24',2,'person','0000000000000000000000000000000b',NULL,'Bob','',0,NULL,NULL,'');
INSERT INTO "seats" VALUES('xua97pygq2',0,'person','0000000000000000000000000000000a',NULL,'Ann','',0,NULL,NULL,'');
INSERT INTO "seats" VALUES('xua97pygq2',1,'person','0000000000000000000000000000000a',NULL,'Cat','',0,NULL,NULL,'');
INSERT INTO "seats" VALUES('xua97pygq2',2,'person','0000000000000000000000000000000b',NULL,'Bob','',0,NULL,NULL,'');
INSERT INTO "seats" VALUES('nhyh3r9k8a',0,'person','0000000000000000000000000000000a',NULL,'Ann','',0,NULL,615000,'');
INSERT INTO "seats" VALUES('nhyh3r9k8a',1,'person','0000000000000000000000000000000a',NULL,'Cat','',0,NULL,616000,'');
INSERT INTO "seats" VALUES('nhyh3r9k8a',2,'person','0000000000000000000000000000000b',NULL,'Bob','',0,NULL,612000,'');
INSERT INTO "seats" VALUES('26kd2m72zt',0,'person','0000000000000000000000000000000a',NULL,'Ann','',0,NULL,NULL,'');
INSERT INTO "seats" VALUES('26kd2m72zt',1,'bot',NULL,'easy','Sprocket','',0,NULL,NULL,'');
CREATE TABLE "tables" (
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rules VARCHAR(20) NOT NULL, 
	seats INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	seed VARCHAR(64) NOT NULL, 
	host VARCHAR(32) NOT NULL, 
	listed BOOLEAN NOT NULL, 
	status VARCHAR(12) NOT NULL, 
	beat_ms INTEGER NOT NULL, 
	window_ms INTEGER NOT NULL, 
	created FLOAT NOT NULL, 
	changed FLOAT NOT NULL, 
	result TEXT, 
	rematch VARCHAR(16), 
	start TEXT DEFAULT ('') NOT NULL, 
	lesson VARCHAR(40) DEFAULT ('') NOT NULL, 
	tells VARCHAR(12) DEFAULT ('') NOT NULL, 
	origin VARCHAR(32) DEFAULT ('') NOT NULL, 
	away_s INTEGER DEFAULT '0' NOT NULL, 
	clock VARCHAR(24) DEFAULT ('') NOT NULL, 
	clock_at FLOAT DEFAULT '0' NOT NULL, 
	ending VARCHAR(20) DEFAULT ('') NOT NULL, 
	secret VARCHAR(64) DEFAULT ('') NOT NULL, 
	salts TEXT DEFAULT ('') NOT NULL, 
	watched BOOLEAN DEFAULT 1 NOT NULL, seating VARCHAR(40) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('v643cjds3r','great-machine','2',3,'{"track": "20"}','5aa27874777243dbd866b7efcc07f2c0e27a898bc985765e1de7b80a861317e4','0000000000000000000000000000000a',1,'running',800,3600000,1700001000.0,1700001000.0,NULL,NULL,'','','','',900,'',0.0,'','62bb0af10aafb92a952ceed6778084dc262afd212abe6fe1ea9ce799a1d5ad61','- - -',1,'2 0 1');
INSERT INTO "tables" VALUES('qw33azrj24','great-machine','2',3,'{"track": "20"}','15f7a26b23000791048c22f66dfa16ac1993d4248d4be7cbad0b3f75e4e7f565','0000000000000000000000000000000a',1,'running',800,3600000,1700001005.0,1700001005.0,NULL,NULL,'','','','',900,'',0.0,'','be4b584da976258d5d629c6f3cfc6e6a66e96a3aff75985a359a212df6cc748c','- - -',1,'');
INSERT INTO "tables" VALUES('xua97pygq2','mechanica','2',3,'{"level": "normal", "start": "alike"}','90ea519828115669b91b8cf0ff9378e23151fa0fe3dd8a72d0df72a68c9a7115','0000000000000000000000000000000a',1,'running',800,6000,1700001021.0,1700001021.0,NULL,NULL,'','','','',900,'',0.0,'','b3eb9cccc96b3f02447178983420d3ac793310584dd00d7e4a2c40c2c5f4b387','- - -',1,'');
INSERT INTO "tables" VALUES('nhyh3r9k8a','mechanation','2',3,'{"mechs": "balanced"}','a33f6c329225f6e7b5a4cfe9772b8a5f46402f42509aebcc96cd62805e3f736f','0000000000000000000000000000000a',1,'running',800,6000,1700001056.0,1700001056.0,NULL,NULL,'','','','',900,'live 600 5',1700001068.0,'','6baa14afa195069e1a2b0dd85dc6dcf9c0f1c859ff4d763337691255dc0fbf48','- - -',1,'');
INSERT INTO "tables" VALUES('26kd2m72zt','mechanical-beast','3',2,'{"play": "together", "level": "easy", "glass": "unlocked"}','63dd52bca3c4774210622d4a5e9a4a993bd3b62a96a8a3b40ce01034025ac1a6','0000000000000000000000000000000a',0,'running',800,6000,1700001099.0,1700001099.0,NULL,NULL,'','first','','!',900,'',0.0,'','','',0,'');
CREATE TABLE talk (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_talk PRIMARY KEY (table_id, number)
);
CREATE TABLE tokens (
	id VARCHAR(16) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	label VARCHAR(40) NOT NULL, 
	created FLOAT NOT NULL, 
	CONSTRAINT pk_tokens PRIMARY KEY (id)
);
CREATE INDEX ix_seats_person ON seats (person);
CREATE UNIQUE INDEX ix_tokens_digest ON tokens (digest);
CREATE INDEX ix_tokens_table_id ON tokens (table_id);
CREATE INDEX ix_seats_owner ON seats (owner);
CREATE INDEX ix_talk_person ON talk (person);
CREATE INDEX ix_notes_person ON notes (person);
CREATE INDEX ix_links_person ON links (person);
CREATE INDEX ix_tables_status ON tables (status);
CREATE INDEX ix_once_person ON once (person);
CREATE INDEX ix_once_made ON once (made);
COMMIT;
