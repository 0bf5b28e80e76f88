import {
  BY_SORT_KEY,
  encodeCursor,
  type Keyset,
  keysetAt,
  type Listed,
  type Page,
} from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { BundledPaper } from '~/platform/papers/bundle'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

export const E_INVOICE_PAGING = { ...BY_SORT_KEY, size: 50 }

/** Papers in one file of a period; more are refused. Their places in its directory take some fifty megabytes. */
export const MOST_IN_FILE = 50_000
/** Papers that are read at once: some megabytes. */
const PART = 500

interface Period {
  from: string
  to: string
}

/** The structured file of an invoice or memo in the list. */
export interface EInvoice {
  id: string
  kind: string
  number: string
  on: string
  name: string
  amount: Money
  madeLater: boolean
  /** Null of one made later, which is made when it is exported. */
  sha256: string | null
}

/** Reads one page of the files of a period, and how many there are. */
export async function listEInvoices(
  db: Db,
  projectId: string,
  keyset: Keyset,
  period: Period,
): Promise<Page<Listed<EInvoice>> & { count: number }> {
  const page = await readPage(keyset, (cursor) =>
    db.rpc('tax_files', { p_project: projectId, p_filters: { ...period, ...cursor } }),
  )
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      number: row.number,
      on: row.on_date,
      name: row.name,
      amount: money(row.amount),
      madeLater: row.made === 'later',
      sha256: row.sha256,
      cursor: encodeCursor(row, keyset),
    })),
    count: Number(page.rows[0]?.found ?? 0),
  }
}

/** Reads the files of a period in parts, each when it is asked for. */
export async function* readFiles(
  db: Db,
  projectId: string,
  { from, to }: Period,
): AsyncGenerator<BundledPaper[]> {
  let after: string | null = null
  do {
    const part: Page<FileRow> = await readPage(
      keysetAt({ after }, { ...E_INVOICE_PAGING, size: PART }),
      (cursor) =>
        db.rpc('tax_files', {
          p_project: projectId,
          p_filters: { from, to, with_content: true, ...cursor },
        }),
    )
    yield part.rows.map(({ kind, number, on_date, made, content, sha256 }) => ({
      ...{ kind, number, date: on_date, made, content, sha256 },
    }))
    after = part.older
  } while (after)
}

type FileRow = Record<
  'sort_key' | 'id' | 'kind' | 'number' | 'on_date' | 'made' | 'content' | 'sha256',
  string
>
