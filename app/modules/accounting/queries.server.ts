import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'

/** Reads the chart of accounts with the project's codes and names, by code. */
export async function listAccounts(db: Db, projectId: string) {
  return rows(await db.rpc('chart_of_accounts', { p_project: projectId }))
}

/** Reads one account by its key; throws the 404 page when there is none. */
export async function readLedgerAccount(db: Db, projectId: string, key: string) {
  const found = (await listAccounts(db, projectId)).find(({ account }) => account === key)
  if (!found) throw problem(404)
  return found
}
