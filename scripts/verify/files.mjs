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

/** Tests of the databases that the suite `hosted` plays too: what depends on who owns and who calls. */
export const HOSTED_FILES = [
  // Grants, policies and who may call what.
  ...['catalogue', 'isolation', 'functions', 'permissions', 'readable-columns', 'append-only'],
  // Commands that write tables of Auth, or read them.
  ...['sessions', 'attempts', 'administration'],
  // The whole way of an order, money and the trail, each command through PostgREST.
  ...['order-to-cash', 'invoicing', 'delivery', 'memos', 'cheques', 'remittance', 'vouchers'],
  ...['purchasing', 'stock', 'journal', 'closing', 'audit', 'inbox'],
  // Migrations that the Supabase CLI has recorded.
  'postgres/migrations',
].map((name) => `tests/db/${name}.test.ts`)
