/**
 * Lists the server's programs by their names in the build, with their sources: the server itself, and what runs on
 * threads of its own. A thread's program is named here and never imported, so it may belong to any part of the product.
 */
export const PROGRAMS = /** @type {const} */ ({
  index: 'server/index.ts',
  worker: 'server/embedded-supabase/worker.ts',
  passwords: 'server/embedded-supabase/accounts/password-worker.ts',
  workbook: 'app/modules/reports/workbook-worker.ts',
  sheet: 'app/modules/import/sheet-worker.ts',
  pdf: 'app/platform/papers/pdf/worker.ts',
})

/** Lists the commands that an installation without development packages has: `node build/http/backup.js`. */
export const COMMANDS = /** @type {const} */ ({
  'admin-create': 'scripts/admin-create.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  move: 'scripts/move.ts',
  'share-folder': 'scripts/share-folder.ts',
})
