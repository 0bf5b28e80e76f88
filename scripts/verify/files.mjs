/** Tests of the databases that are played on PGlite in `npm run verify`: those that an engine can change. */
export const ENGINE_FILES = [
  // These files test the embedded API, whose driver differs by engine: encodings, refusals,
  // transactions.
  'api',
  'external-limits',
  // These files test the catalog: migrations, grants, policies, triggers.
  'catalogue',
  'permissions',
  'columns',
  'columns-api',
  'append-only',
  // The order of texts, and search by them, which hang on the engine's collations.
  'search',
  'customer-list',
  'product-list',
  // Clocks and time zones.
  'attempts',
  // The whole way of an order, and the books after faults.
  'order-to-cash',
  'verify-books',
].map((name) => `tests/db/${name}.test.ts`)

/** Files that `npm run verify:nightly` alone runs. */
export const NIGHTLY_FILES = [
  'tests/db/postgres/bench.test.ts',
  'tests/db/postgres/bench-run.test.ts',
]

/** Tests of the web that `npm run verify:nightly` alone runs: each packs or moves a whole installation. */
export const NIGHTLY_WEB = ['move', 'release'].map((name) => `tests/http/${name}.test.ts`)

/** Files that show the same in principle as on db-postgres, through PostgREST. */
const HOSTED_TOO = [
  // Grants, commands that write tables of Auth or read them.
  ...['functions', 'sessions', 'readable-columns', 'append-only', 'attempts', 'administration'],
  // Money and the trail.
  ...['invoicing', 'delivery', 'memos', 'cheques', 'remittance', 'vouchers', 'purchasing', 'stock'],
  ...['journal', 'closing', 'audit', 'inbox', 'verify-books'],
].map((name) => `tests/db/${name}.test.ts`)

/** Tests of the databases that the suite `hosted` plays too: what depends on who owns and who calls. */
export const HOSTED_FILES = [
  // Grants, policies and who may call what; the client library.
  ...['catalogue', 'isolation', 'permissions', 'api'],
  // The whole way of an order.
  'order-to-cash',
  // Migrations that the Supabase CLI has recorded.
  'postgres/migrations',
]
  .map((name) => `tests/db/${name}.test.ts`)
  .concat(HOSTED_TOO)

/** Tests of the web that the suite `hosted-web` plays too, on the web server with SUPABASE_URL. */
export const HOSTED_WEB_FILES = [
  ...['accounts', 'authority', 'tenancy', 'agreement'].map((name) => `http/${name}`),
  // Stories of three desks by clicking; requests answered alike by both APIs.
  ...['desks', 'replay', 'migrations', 'move', 'files'].map((name) => `hosted-web/${name}`),
].map((name) => `tests/${name}.test.ts`)

/** And in the nightly run: all of sign-in, and the long stories of three desks. */
export const HOSTED_WEB_NIGHTLY = [
  ...['links', 'sign-in', 'password-change', 'logos', 'account-api'].map((name) => `http/${name}`),
  ...['bookings', 'collections', 'expenses'].map((name) => `e2e/${name}`),
].map((name) => `tests/${name}.test.ts`)

/**
 * Slow files of which a run of `npm run verify` plays one share, chosen by its seed (shares.mjs); the nightly run plays all.
 * None is about tenants, permissions, money or ledgers without a faster one on it in every run, and each desk keeps a story.
 *
 * @typedef {object} Rotating
 * @property {string} suite
 * @property {readonly string[]} files Played together.
 * @property {number} seconds Processor seconds, so that the shares take about as long.
 * @property {string} why
 * @property {boolean} [whole] They are the whole suite, which is not begun without them.
 */

/** @param {string} suite @param {string} name @param {number} seconds @param {string} why @returns {Rotating} */
const slow = (suite, name, seconds, why) => ({
  suite,
  files: [`tests/${name}.test.ts`],
  seconds,
  why,
})
/** @param {string} name @param {number} seconds @param {string} why */
const http = (name, seconds, why) => slow('http', `http/${name}`, seconds, why)
/** @param {string} name @param {number} seconds @param {string} why */
const e2e = (name, seconds, why) => slow('e2e', `e2e/${name}`, seconds, why)
/** @param {string} name @param {number} seconds @param {string} why */
const db = (name, seconds, why) => slow('db-postgres', `db/${name}`, seconds, why)
/** @param {string} name @param {number} seconds @param {string} why */
const pglite = (name, seconds, why) => slow('db-pglite', `db/${name}`, seconds, why)

/** @type {readonly Rotating[]} */
export const ROTATING = [
  http('accepted-writes', 59, 'writes odd values into every column and opens all pages and files'),
  http('hostile-person', 58, 'loads both engines for a minute to show that ten others are served'),
  http(
    'odd-settings',
    48,
    'opens the pages of thirteen companies with settings that no command writes',
  ),
  http('process', 37, 'starts and stops a dozen servers; every suite of the web starts some'),
  http('upgrades', 26, 'installs four versions and starts each on a company'),
  http('backup', 36, 'backs up and restores whole installations; db/postgres/backup has the parts'),
  http('operations', 21, 'reads the log of servers of its own, and stops one at work'),
  http(
    'refused-values',
    20,
    'sends values beyond their bounds to every function; db/arguments has the bounds',
  ),
  http('disk-full', 19, 'fills the disk of an embedded server to the last byte'),
  http('development', 18, 'compiles the server for development, which no installation runs'),
  http('large-company', 15, 'fills a company with thousands of rows; the plans are tested by SQL'),
  http('odd-rows', 15, 'opens all screens with rows that no check takes'),
  http('faults-embedded', 15, 'kills an embedded server at work'),
  http('faults-postgres', 14, 'kills a server and its PostgreSQL at work'),
  http('many-servers', 11, 'starts three servers on one database'),
  http('workers', 8, 'starts a server of two processes'),
  http('authentication-log', 10, 'reads the log of an embedded server'),
  http(
    'hosted-answers',
    10,
    'plays answers of a hosted project that change with its version alone',
  ),
  http('mails', 6, 'asks for mails; http/links and http/sign-in use what they bring'),
  http('signing-keys', 7, 'changes keys while servers run'),
  http('edited-address', 6, 'edits the addresses of many lists, which share one reader'),
  http('long-lists', 6, 'fills lists over their pages; db tests page through them'),
  http('disk-full-files', 5, 'fills the disk of files and mails'),
  http('upgrade-fixtures', 30, 'starts on the stored state of earlier versions'),
  http('wide-import', 20, 'imports 10,000 full rows; db/imports has what they become'),
  http('list-files', 18, 'writes every list as Excel and CSV; e2e/lists reads some'),
  http('calls', 17, 'opens every screen to count its calls; http/access opens them all too'),
  http(
    'random-history',
    60,
    'plays a random history for the reports; db/model plays one in every run',
  ),
  http('agreement', 10, 'compares screens with reports; hosted-web plays it in every run'),
  http(
    'public-api',
    11,
    'asks the API of field apps for ways around its guards, spelling by spelling; hosted/api asks for each',
  ),
  http(
    'kept-ticks',
    9,
    'sends refused forms of selections; http/closed-days and e2e/story send forms too',
  ),
  http('journal', 8, 'reads the pages and files of the journal; db/journal has its figures'),
  http('logos', 6, 'sends pictures of each kind; http/uploads sends the other files'),
  http('long-import', 5, 'waits longer than a page may take'),

  e2e('selection', 45, 'selects rows of five lists at two widths; http/kept-ticks has their forms'),
  e2e(
    'screens',
    33,
    'opens every screen, and looks at some by axe; http/access asks all their guards',
  ),
  e2e('shell-errors', 26, 'plays failures on two servers of its own'),
  e2e('shell', 23, 'plays the palette, the version check and sessions, which every page shares'),
  e2e(
    'products',
    21,
    'fills forms and sheets of products; e2e/purchasing and db/imports write them',
  ),
  e2e('lists', 24, 'sorts lists and keeps views, which all lists share'),
  e2e('reports', 16, 'clicks through reports; their figures are compared by SQL'),
  e2e('document-widths', 16, 'measures the documents of all lists at three widths'),
  e2e('accessibility', 15, 'looks at what opens over the screens by axe'),
  e2e('identity', 14, 'plays the sign-in of http/sign-in and the menu of unit tests by clicking'),
  e2e('receipt-five-parts', 20, 'follows a receipt by clicking; db/receipt-parts has its figures'),
  e2e('desk', 8, 'decides what waits by keyboard; db/inbox and e2e/story decide it'),
  e2e('vat', 8, 'reads papers and the VAT report; db/vat and db/vat-report have their figures'),
  e2e('selected-rows', 8, 'sends many rows of a list; http/kept-ticks has their forms'),
  e2e('phone', 8, 'measures what is pressed on a phone, of parts that all screens share'),
  e2e('price-units', 13, 'follows a unit of prices from the form to Excel'),
  e2e('projects', 12, 'fills the forms of projects; http/projects sends them'),
  e2e('corrections', 12, 'decides corrections of purchases; db/acts-agree has their figures'),
  e2e(
    'customers',
    16,
    'plays the desk of customers; e2e/story and db/customer-finance have its figures',
  ),
  e2e(
    'purchasing',
    15,
    'plays the desk of purchases; e2e/story buys, db/purchasing has its figures',
  ),
  e2e(
    'bookings',
    14,
    'plays the desk of bookings by keyboard; e2e/story books, db tests have the rules',
  ),
  e2e('invoicing', 10, 'plays batches and lists of deliveries; e2e/story invoices and delivers'),
  e2e('people', 13, 'fills the forms of people; http/accounts and http/authority send them'),
  e2e('receivables', 11, 'reads receivables on many pages; db/receivables has their figures'),
  e2e(
    'collections',
    8,
    'plays the queue of finance; e2e/story collects, db/receipt-parts has the money',
  ),
  e2e('bad-orders', 8, 'plays damaged goods; db/bad-orders has their figures'),
  e2e('remittance', 7, 'plays the cashier; db/remittance has the money'),
  e2e('shell-gate', 6, 'draws the gate after the sign-in'),
  e2e('settings', 4, 'fills the settings of a person; http/password-change sends them'),
  e2e('hostile-public', 11, 'types hostile values into public forms'),
  e2e('count-sheet', 11, 'types into the sheet of a count; e2e/counts counts'),
  e2e('stock', 10, 'reads lists of stock; db/stock has their figures'),
  e2e('mails', 10, 'draws the screens of mails; http/mails and http/links send them'),
  e2e('prints', 9, 'prints reports again; db/known-at has their figures'),
  e2e('keys', 18, 'plays ten tasks by keys alone; e2e/story and hosted-web/desks play them'),
  e2e('expenses', 10, 'plays the desk of vouchers; hosted-web/desks plays it in every run'),
  e2e('cheques', 10, 'plays the desk of cheques; db/cheques and db/model have their money'),
  e2e('paper-texts', 9, 'reads the text of every paper as PDF; db tests compute their amounts'),
  e2e('treasury', 9, 'plays a day of the treasurer; db/treasury-position has its figures'),
  e2e('portals', 9, 'reads the portals, which http/agreement compares with the reports'),
  e2e(
    'company-brought-over',
    8,
    'brings a company over by screens; db/open-invoices has the parts',
  ),
  e2e('papers', 8, 'reads papers whose amounts db tests compute'),
  e2e('closed-days', 8, 'sends forms into closed days; http/closed-days sends all'),
  e2e(
    'customer-accounts',
    7,
    'moves customers and reads statements; db/statements has their figures',
  ),
  e2e('disk-full', 7, 'starts a server of its own on a small disk'),
  e2e('receipt-parts', 7, 'types receipts of several parts; db/receipt-parts has their money'),
  e2e('report-rows', 7, 'draws long reports'),
  e2e('report-papers', 34, 'prints every report; http/agreement compares their prints with SQL'),
  e2e('cheques-out', 7, 'prints cheques; db/cheques-out has their money'),
  e2e('large-company', 6, 'fills a company with thousands of rows'),
  e2e('documents', 6, 'goes from document to document of a list'),
  e2e('sales-days', 6, 'reads days of sales; db/acts-agree has their figures'),
  e2e('hostile', 5, 'types hostile values into forms; http/refused-values sends them'),
  e2e('forms', 5, 'reads what forms say of wrong values'),
  e2e('menu', 4, 'opens the menu on a laptop and a phone'),
  e2e('memos', 11, 'plays memos by clicking; db/memos and e2e/story have their figures'),
  e2e('duties', 7, 'shows what separate duties wait for; db/duties has what they refuse'),
  e2e(
    'customer-returns',
    5,
    'takes goods back by clicking; db/memos and db/returned-goods-vat have their figures',
  ),
  e2e('closing', 5, 'closes a month by clicking; http/closed-days sends forms into closed days'),
  e2e('journal', 4, 'reads the journal; db/journal has its figures'),
  e2e('prices', 4, 'fills price lists; db/price-lists has what they propose'),
  e2e('own-people', 4, 'fills the forms of people; http/authority and http/accounts send them'),
  e2e('counts', 4, 'types the sheet of a count; db/counts has what it posts'),
  e2e('duty-switches', 3, 'switches duties; db/settings and db/duties have what they do'),

  db(
    'postgres/report-totals',
    16,
    'asks each level of each report for all its pages; db/report tests have the totals',
  ),
  db('demo-resume', 30, 'loads the demo companies, interrupted twice'),
  db('postgres/list-orders', 27, 'asks each order of each list for all its pages'),
  db(
    'postgres/declared-state',
    42,
    'compares the declared database with that of the migrations; scripts/schema compares the texts',
  ),
  db(
    'cheque-oracle',
    25,
    'plays random events of cheques; db/cheques and db/model play them in every run',
  ),
  db('receipt-properties', 5, 'shares random receipts out; db/receipt-parts has chosen ones'),
  db('concurrency', 6, 'races at random; db/postgres/overlaps forces the moments'),
  db(
    'postgres/pairs',
    6,
    'pairs random commands; db/postgres/overlaps forces those that were wrong',
  ),
  db('unique-numbers', 4, 'races for numbers, which unique indexes keep apart'),
  db('external-limits', 10, 'asks for more than the limits of the public API'),
  db(
    'columns-spellings',
    10,
    'asks for closed columns in every spelling; db/columns asks for each',
  ),
  db('postgres/booking-races', 9, 'races at random; db/postgres/overlaps forces the moments'),
  db('columns-api', 8, 'asks for closed columns by the client; db/columns asks for each by SQL'),
  db(
    'known-at-undone',
    17,
    'undoes ten kinds of imports and prints all reports; db/known-at has the moments',
  ),
  db(
    'acts-agree-archived',
    10,
    'archives beside each act; db/acts-agree and db/archive-receivables have the figures',
  ),
  db('sessions', 7, 'plays sessions of the account service, which http/ended-access ends'),
  db('field-api-others', 6, 'asks as other apps do; db/field-api has the calls'),
  db('postgres/cash-races', 5, 'races at random; db/postgres/overlaps forces the moments'),
  db(
    'postgres/receipt-part-races',
    5,
    'races at random; db/receipt-parts and db/postgres/overlaps decide parts',
  ),
  db('postgres/receipt-races', 4, 'races at random; db/postgres/overlaps forces the moments'),
  db('postgres/closing-races', 4, 'races at random; db/postgres/overlaps forces the moments'),
  db('json-arguments', 4, 'sends odd values in the JSON of functions; db/arguments has the types'),
  db('column-bounds', 4, 'writes values at the bounds of every column'),
  db('postgres/booking-plans', 3, 'reads plans of queries on many rows'),
  db('postgres/order-plans', 3, 'reads plans of queries on many rows'),
  db('postgres/warehouse-plans', 3, 'reads plans of queries on many rows'),
  db('postgres/supabase-cli', 3, 'plays the migrations as the Supabase CLI does'),
  db('postgres/backup', 3, 'backs up a PostgreSQL'),

  pglite(
    'external-limits',
    40,
    'asks for more than the limits of the public API, as on PostgreSQL',
  ),
  pglite('columns-api', 20, 'asks for closed columns by the client, as on PostgreSQL'),
  pglite('api', 16, 'plays the API on PGlite, which db/order-to-cash uses there too'),
  pglite('columns', 8, 'asks for closed columns by SQL, as on PostgreSQL'),
  pglite('attempts', 6, 'counts attempts, as on PostgreSQL'),
  pglite('product-list', 6, 'sorts and searches, as db/search does there in every run'),
  pglite('customer-list', 5, 'sorts and searches, as db/search does there in every run'),
  pglite(
    'append-only',
    4,
    'reads grants and triggers, which db/catalogue compares there in every run',
  ),
  pglite('verify-books', 24, 'breaks the books in every way, as on PostgreSQL'),

  {
    suite: 'unit',
    files: ['upstream', 'lite-internals'].map(
      (name) => `server/embedded-supabase/api/${name}.test.ts`,
    ),
    seconds: 15,
    why: 'shows how a library behaves, which changes with its version alone',
  },
  {
    suite: 'unit',
    files: ['app/modules/import/full-sheets.test.ts'],
    seconds: 10,
    why: 'reads sheets of 10,000 rows; read.server.test.ts beside it reads short ones',
  },
  {
    suite: 'unit',
    files: ['server/embedded-supabase/database/statistics.test.ts'],
    seconds: 4,
    why: 'fills a PGlite with rows to count how often its statistics are gathered',
  },
  {
    suite: 'hosted',
    files: HOSTED_TOO,
    seconds: 40,
    why: 'sends through PostgREST what db-postgres sends; hosted/api and db/order-to-cash do in every run',
  },
  slow(
    'hosted-web',
    'hosted-web/move',
    39,
    'copies a hosted project into a folder and moves it into another; http/move moves to PostgreSQL',
  ),
  slow(
    'hosted-web',
    'hosted-web/migrations',
    9,
    'starts six servers on projects whose migrations differ; every other start there compares them too',
  ),
  {
    suite: 'northwind',
    files: ['tests/northwind/northwind.test.ts'],
    seconds: 80,
    why: 'loads a data set by thousands of commands; db/report tests compute the same figures',
    whole: true,
  },
]
