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

/** Tests of the databases that the suite `hosted` plays too: what depends on who owns and who calls. */
export const HOSTED_FILES = [
  // Grants, policies and who may call what.
  ...['catalogue', 'isolation', 'functions', 'permissions', 'readable-columns', 'append-only'],
  // Commands that write tables of Auth, or read them, and the client library.
  ...['api', 'sessions', 'attempts', 'administration'],
  // The whole way of an order, money and the trail, each command through PostgREST.
  ...['order-to-cash', 'invoicing', 'delivery', 'memos', 'cheques', 'remittance', 'vouchers'],
  ...['purchasing', 'stock', 'journal', 'closing', 'audit', 'inbox', 'verify-books'],
  // Migrations that the Supabase CLI has recorded.
  'postgres/migrations',
].map((name) => `tests/db/${name}.test.ts`)

/** Tests of the web that the suite `hosted-web` plays too, on the web server with SUPABASE_URL. */
export const HOSTED_WEB_FILES = [
  ...['accounts', 'authority', 'tenancy', 'agreement'].map((name) => `http/${name}`),
  ...['expenses', 'bookings', 'collections'].map((name) => `e2e/${name}`),
  'hosted-web/replay',
].map((name) => `tests/${name}.test.ts`)

/** And in the nightly run. */
export const HOSTED_WEB_NIGHTLY = [
  ...['links', 'sign-in', 'password-change', 'logos', 'uploads', 'account-api'].map(
    (name) => `http/${name}`,
  ),
].map((name) => `tests/${name}.test.ts`)
