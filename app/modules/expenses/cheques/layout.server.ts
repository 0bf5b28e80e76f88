import { allRows, type CommandResult, explain, row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type ChequeLayout, MEASURE_NAMES, STANDARD_LAYOUT } from './layout'

/**
 * A bank account with the layout of its cheques. `version` is null while the standard layout
 * applies.
 */
export interface AccountLayout {
  id: string
  bank: string
  accountNo: string
  layout: ChequeLayout
  /** Instructions for feeding a cheque into the printer. */
  feedNote: string | null
  version: number | null
}

/**
 * Reads the cheque layout of an account.
 *
 * @throws A 404 response when the account is missing or belongs to another project.
 */
export async function readLayout(db: Db, projectId: string, id: string): Promise<AccountLayout> {
  const account = row(
    await db
      .from('banks')
      .select('id, bank, account_no')
      .eq('project_id', projectId)
      .eq('id', id)
      .single(),
  )
  const [saved] = rows(
    await db.from('cheque_layouts').select('*').eq('project_id', projectId).eq('id', id),
  )
  return {
    id: account.id,
    bank: account.bank,
    accountNo: account.account_no,
    layout: saved
      ? (Object.fromEntries(
          MEASURE_NAMES.map((name) => [name, Number(saved[name])]),
        ) as ChequeLayout)
      : STANDARD_LAYOUT,
    feedNote: saved?.feed_note ?? null,
    version: saved?.version ?? null,
  }
}

/** Lists the active accounts by name, and whether each has a layout of its own. */
export async function listLayouts(
  db: Db,
  projectId: string,
): Promise<{ id: string; bank: string; accountNo: string; measured: boolean }[]> {
  const [accounts, layouts] = await Promise.all([
    allRows(
      db
        .from('banks')
        .select('id, bank, account_no')
        .eq('project_id', projectId)
        .eq('status', 'active')
        .order('sort_key')
        .order('id'),
    ),
    allRows(db.from('cheque_layouts').select('id').eq('project_id', projectId).order('id')),
  ])
  const measured = new Set(layouts.map(({ id }) => id))
  return accounts.map(({ id, bank, account_no }) => ({
    id,
    bank,
    accountNo: account_no,
    measured: measured.has(id),
  }))
}

/** Saves a layout, unless another user saved one after `version` was read. */
export async function saveLayout(
  db: Db,
  projectId: string,
  id: string,
  version: number | null,
  { feed_note = null, ...layout }: ChequeLayout & { feed_note?: string | null },
): Promise<CommandResult<{ id: string }>> {
  const values = { ...layout, feed_note }
  const table = db.from('cheque_layouts')
  const { data, error } =
    version === null
      ? await table.insert({ project_id: projectId, id, ...values }).select('id')
      : await table
          .update(values)
          .eq('project_id', projectId)
          .eq('id', id)
          .eq('version', version)
          .select('id')
  // Code 23505 means that another user saved a layout for the same account first.
  if (error && error.code !== '23505') return { ok: false, error: explain(error) }
  if (data && data.length > 0) return { ok: true, data: { id } }
  return {
    ok: false,
    error: {
      status: 409,
      code: 'stale_version',
      message: 'This record was changed by another user. Review the changes and try again.',
    },
  }
}
