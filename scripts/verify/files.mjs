/** Tests of the databases that `npm run verify` plays on PGlite too: those that an engine can change. The nightly run plays all. */
export const ENGINE_FILES = [
  // The catalog: migrations, grants, policies, triggers.
  'catalogue',
  'permissions',
  'columns',
  'append-only',
  // The order of texts, and search by them, which hang on the engine's collations.
  'search',
  // The whole way of an order.
  'order-to-cash',
].map((name) => `tests/db/${name}.test.ts`)

/** Tests of the databases that the suite `hosted` plays too: what depends on who owns and who calls. */
export const HOSTED_FILES = [
  // Grants, policies and who may call what; the client library. tests/hosted/api has the whole way of an order.
  ...['catalogue', 'isolation', 'permissions', 'api'],
].map((name) => `tests/db/${name}.test.ts`)

/** Tests that the nightly run of the suite `hosted` plays too: they show the same in principle as on db-postgres. */
export const HOSTED_NIGHTLY = [
  // Grants, commands that write tables of Auth or read them.
  ...['functions', 'sessions', 'readable-columns', 'append-only', 'attempts', 'administration'],
  // A function that changes its role.
  ...['report-mails', 'notifications'],
  // Money and the trail.
  ...[
    'order-to-cash',
    'invoicing',
    'delivery',
    'memos',
    'cheques',
    'remittance',
    'vouchers',
    'purchasing',
    'stock',
  ],
  ...['journal', 'closing', 'audit', 'inbox', 'verify-books'],
].map((name) => `tests/db/${name}.test.ts`)

/** Tests of the web that the suite `hosted-web` plays too, on the web server with SUPABASE_URL. */
export const HOSTED_WEB_FILES = [
  ...['accounts', 'authority', 'tenancy'].map((name) => `http/${name}`),
  // Stories of three desks by clicking; requests answered alike by both APIs.
  ...['desks', 'replay', 'files', 'field'].map((name) => `hosted-web/${name}`),
].map((name) => `tests/${name}.test.ts`)

/** And in the nightly run: all of sign-in, a move, projects of other versions, and the long stories of three desks. */
export const HOSTED_WEB_NIGHTLY = [
  ...['hosted-web/move', 'hosted-web/migrations'],
  // Sums of SQL, which http/agreement compares in every run, through an API that hosted-web/replay compares.
  'http/agreement',
  ...['links', 'sign-in', 'password-change', 'logos', 'account-api', 'field-matrix'].map(
    (name) => `http/${name}`,
  ),
  ...['bookings', 'collections', 'expenses'].map((name) => `e2e/${name}`),
].map((name) => `tests/${name}.test.ts`)

/**
 * Slow files that the nightly run alone plays, by suite, each with its reason. None is about tenants, permissions, money or
 * closed doors without a faster one on it in every run, and each desk keeps a story in every run.
 *
 * @type {Record<string, readonly [name: string, why: string][]>}
 */
export const NIGHTLY = {
  unit: [
    ['upstream', 'shows how a library behaves, which changes with its version alone'],
    ['lite-internals', 'shows how a library behaves, which changes with its version alone'],
    ['full-sheets', 'reads sheets of 10,000 rows; read.server.test.ts beside it reads short ones'],
    [
      'sheet-threads',
      'has sheets read until their threads end; hostile-sheets beside it reads them in every run',
    ],
    ['statistics', 'fills a PGlite with rows to count how often its statistics are gathered'],
    ['one-connection', 'starts four PGlites to show a defect of the driver that a version changes'],
    ['audit', 'starts npm against a registry of its own; nothing of the product uses it'],
  ],
  'db-postgres': [
    [
      'postgres/report-totals',
      'reads each level of each report, all its pages; db/report tests have the totals',
    ],
    [
      'postgres/report-sums',
      'reads each level of each report; db/report tests have its figures, the unit test its columns',
    ],
    ['demo-resume', 'loads the demo companies, interrupted twice'],
    [
      'columns-spellings',
      'spells closed columns in every way; db/columns-api and db/readable-columns ask for each',
    ],
    ['acts-agree-archived', 'computes archived bookings; db/acts-agree has two of them'],
    ['postgres/pairs', 'plays random pairs of commands; the races beside it play the known ones'],
    ['postgres/order-plans', 'fills lists to read the plans of their orders'],
    ['postgres/booking-plans', 'fills years of bookings to read the plans of their lists'],
    ['postgres/report-pivot', 'crosses all properties of reports; db/report-pivot crosses some'],
    ['demo-years', 'loads two years of trade; db/demo-file compares the columns in every run'],
    ['postgres/list-orders', 'reads each order of each list, all its pages'],
    [
      'cheque-oracle',
      'plays random events of cheques; db/cheques and db/model play them in every run',
    ],
    ['external-limits', 'reads more than the limits of the public API'],
    ['postgres/known-at-import', 'undoes a large import; db/known-at-undone undoes a small one'],
    ['postgres/bench', 'measures on a data set of its own'],
    ['postgres/bench-run', 'runs the benchmarks in short on that data set'],
  ],
  http: [
    ['first-day', 'sets up an installation by forms; e2e/first-day does it by clicking'],
    ['signing-keys', 'starts servers with keys of each kind'],
    ['accepted-writes', 'writes odd values into every column and opens all pages and files'],
    ['hostile-person', 'loads both engines for a minute to show that ten others are served'],
    [
      'report-mails',
      'waits for a server to ask for jobs, once a minute; db/report-mails has who reads what',
    ],
    [
      'notification-mails',
      'waits for a server to ask for jobs; db/notifications has what a mail says to whom',
    ],
    [
      'paper-mails',
      'waits for a server to ask for jobs, once a minute; db/shared-papers has what a mail may have',
    ],
    ['odd-settings', 'opens the pages of thirteen companies with settings that no command writes'],
    ['process', 'starts and stops a dozen servers; every suite of the web starts some'],
    ['upgrades', 'installs four versions and starts each on a company'],
    [
      'upgrade-fixtures',
      'upgrades and moves whole installations; db/postgres/upgrades upgrades in every run',
    ],
    ['backup', 'backs up and restores whole installations; db/postgres/backup has the parts'],
    ['operations', 'reads the log of servers of its own, and stops one at work'],
    [
      'refused-values',
      'sends values beyond their bounds to every function; db/arguments has the bounds',
    ],
    ['disk-full', 'fills the disk of an embedded server to the last byte'],
    ['development', 'compiles the server for development, which no installation runs'],
    ['large-company', 'fills a company with thousands of rows; the plans are tested by SQL'],
    ['odd-rows', 'opens all screens with rows that no check takes'],
    ['faults-embedded', 'kills an embedded server at work'],
    ['faults-postgres', 'kills a server and its PostgreSQL at work'],
    ['many-servers', 'starts three servers on one database'],
    ['workers', 'starts a server of two processes'],
    ['authentication-log', 'reads the log of an embedded server'],
    ['hosted-answers', 'plays answers of a hosted project that change with its version alone'],
    ['mails', 'sends for mails; http/links and http/sign-in use what they bring'],
    ['edited-address', 'edits the addresses of many lists, which share one reader'],
    ['long-lists', 'fills lists over their pages; db tests page through them'],
    ['disk-full-files', 'fills the disk of files and mails'],
    ['wide-import', 'imports 10,000 full rows; db/imports has what they become'],
    ['list-files', 'writes every list as Excel and CSV; e2e/lists reads some'],
    ['calls', 'opens every screen to count its calls; http/access opens them all too'],
    ['random-history', 'plays a random history for the reports; db/model plays one in every run'],
    [
      'kept-ticks',
      'sends refused forms of selections; http/closed-days and e2e/story send forms too',
    ],
    ['journal', 'reads the pages and files of the journal; db/journal has its figures'],
    ['logos', 'sends pictures of each kind; http/uploads sends the other files'],
    ['long-import', 'waits longer than a page may take'],
    ['move', 'moves a whole installation; its parts are tested by SQL'],
    ['release', 'packs a whole installation and starts it'],
    ['tax', 'reads lists and files of taxes; db/tax-readiness, tax-files and e-invoice have them'],
    [
      'upgrade-at-work',
      'upgrades while eight people work; db/postgres/upgrades upgrades in every run',
    ],
  ],
  e2e: [
    ['bookings', 'plays the desk of bookings; e2e/story and hosted-web/desks play it'],
    [
      'receivables',
      'compares receivables by clicking; db/receivables-agreement compares them in every run',
    ],
    [
      'field-campaign',
      'plays random histories of phones; field-outbox, db/field-acts and field-files play known ones',
    ],
    [
      'field-corrections',
      'corrects refused acts in every form; field-outbox corrects one, the unit test refused.test reads them all',
    ],
    ['field-withdrawal', 'withdraws acts on a phone; db/field-acts has what becomes of them'],
    [
      'field-version',
      'releases a new version under open tabs; the unit test update.test decides the same',
    ],
    [
      'field-receipt',
      'collects on a phone; db/field-receipts has the money, field-collector collects',
    ],
    ['field-photos', 'takes pictures on a phone; field-outbox sends, http/field-doors takes them'],
    ['field-manager', 'decides on a phone; db/field-team has who decides what'],
    [
      'field-route',
      'walks a route on a phone; db/field-routes and db/field-visits have the visits',
    ],
    ['field-copy', 'opens copies of several ages; db/field-snapshot has what is in them'],
    ['field-handover', 'hands acts over as a file; db/field-files has what becomes of them'],
    ['closed-days', 'types into closed days; http/closed-days sends the same forms'],
    [
      'sharing',
      'shares a paper by clicking; http/shared-links and db/shared-papers have the links',
    ],
    ['collections', 'plays the desk of receipts; e2e/story and hosted-web/desks play it'],
    ['first-day-duties', 'seats five people; first-day has the whole way for one'],
    ['sample-company', 'makes two companies of two months; db/sample has what they hold'],
    ['selection', 'selects rows of five lists at two widths; http/kept-ticks has their forms'],
    ['screens', 'opens every screen, and looks at some by axe; http/access has all their guards'],
    ['shell-errors', 'plays failures on two servers of its own'],
    ['shell', 'plays the palette, the version check and sessions, which every page shares'],
    ['products', 'fills forms and sheets of products; e2e/purchasing and db/imports write them'],
    ['lists', 'sorts lists and keeps views, which all lists share'],
    ['popovers', 'opens every menu and dialog at three widths; e2e/reports opens those of one'],
    [
      'no-cut-text',
      'measures every screen at three widths; document-widths beside it has the documents',
    ],
    ['document-widths', 'measures the documents of all lists at three widths'],
    ['accessibility', 'looks at what opens over the screens by axe'],
    ['identity', 'plays the sign-in of http/sign-in and the menu of unit tests by clicking'],
    ['receipt-five-parts', 'follows a receipt by clicking; db/receipt-parts has its figures'],
    ['desk', 'decides what waits by keyboard; db/inbox and e2e/story decide it'],
    ['vat', 'reads papers and the VAT report; db/vat and db/vat-report have their figures'],
    ['selected-rows', 'sends many rows of a list; http/kept-ticks has their forms'],
    ['phone', 'measures what is pressed on a phone, of parts that all screens share'],
    ['price-units', 'follows a unit of prices from the form to Excel'],
    ['projects', 'fills the forms of projects; http/projects sends them'],
    ['corrections', 'decides corrections of purchases; db/acts-agree has their figures'],
    [
      'customers',
      'plays the desk of customers; e2e/story and db/customer-finance have its figures',
    ],
    ['purchasing', 'plays the desk of purchases; e2e/story buys, db/purchasing has its figures'],
    ['invoicing', 'plays batches and lists of deliveries; e2e/story invoices and delivers'],
    ['people', 'fills the forms of people; http/accounts and http/authority send them'],
    ['bad-orders', 'plays damaged goods; db/bad-orders has their figures'],
    ['remittance', 'plays the cashier; db/remittance has the money'],
    ['shell-gate', 'draws the gate after the sign-in'],
    ['settings', 'fills the settings of a person; http/password-change sends them'],
    ['hostile-public', 'types hostile values into public forms'],
    ['count-sheet', 'types into the sheet of a count; e2e/counts counts'],
    ['stock', 'reads lists of stock; db/stock has their figures'],
    ['mails', 'draws the screens of mails; http/mails and http/links send them'],
    ['prints', 'prints reports again; db/known-at has their figures'],
    ['manager-home', 'decides on Home and measures the portal; db/inbox has the decisions'],
    ['keys', 'plays ten tasks by keys alone; e2e/story and hosted-web/desks play them'],
    ['expenses', 'plays the desk of vouchers; hosted-web/desks plays it in every run'],
    ['cheques', 'plays the desk of cheques; db/cheques and db/model have their money'],
    ['paper-texts', 'reads the text of every paper as PDF; db tests compute their amounts'],
    ['treasury', 'plays a day of the treasurer; db/treasury-position has its figures'],
    ['portals', 'reads the portals, which http/agreement compares with the reports'],
    ['company-brought-over', 'brings a company over by screens; db/open-invoices has the parts'],
    ['papers', 'reads papers whose amounts db tests compute'],
    ['customer-accounts', 'moves customers and reads statements; db/statements has their figures'],
    ['disk-full', 'starts a server of its own on a small disk'],
    ['receipt-parts', 'types receipts of several parts; db/receipt-parts has their money'],
    ['report-rows', 'draws long reports'],
    ['report-papers', 'prints every report; http/agreement compares their prints with SQL'],
    ['cheques-out', 'prints cheques; db/cheques-out has their money'],
    ['large-company', 'fills a company with thousands of rows'],
    ['documents', 'goes from document to document of a list'],
    ['sales-days', 'reads days of sales; db/acts-agree has their figures'],
    ['hostile', 'types hostile values into forms; http/refused-values sends them'],
    ['forms', 'reads what forms say of wrong values'],
    ['menu', 'opens the menu on a laptop and a phone'],
    ['memos', 'plays memos by clicking; db/memos and e2e/story have their figures'],
    [
      'customer-returns',
      'takes goods back by clicking; db/memos and db/returned-goods-vat have their figures',
    ],
    ['closing', 'closes a month by clicking; http/closed-days sends forms into closed days'],
    ['journal', 'reads the journal; db/journal has its figures'],
    ['prices', 'fills price lists; db/price-lists has what they propose'],
    ['own-people', 'fills the forms of people; http/authority and http/accounts send them'],
    ['counts', 'types the sheet of a count; db/counts has what it posts'],
    ['duty-switches', 'switches duties; db/settings and db/duties have what they do'],
  ],
}

/** @type {Record<string, string>} */
const FOLDERS = { 'db-postgres': 'tests/db', http: 'tests/http', e2e: 'tests/e2e' }

/** Tells whether all files may be played: in the nightly run, and where a person names files. */
export const PLAYS_ALL =
  process.env.KALAKAL_NIGHTLY === '1' ||
  process.argv.slice(2).some((word) => !word.startsWith('-') && word.includes('/'))

/**
 * Returns the files of a suite that are left to the nightly run.
 *
 * @param {string} suite
 * @returns {string[]}
 */
export function leftToNightly(suite) {
  return (NIGHTLY[suite] ?? []).map(([name]) => `${FOLDERS[suite] ?? '**'}/${name}.test.ts`)
}
