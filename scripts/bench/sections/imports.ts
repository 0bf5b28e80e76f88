import { importer, send, sheetsOf } from '../sheets.ts'
import { type Section, timed, type Work } from '../work.ts'

const ROWS = 10_000
const MOST_MS = 60_000

/** In the order in which they are imported: some are about records of those before. */
const KINDS = [
  'products',
  'opening_stock',
  'product_changes',
  'customers',
  'customer_changes',
  'payees',
  'purchases',
  'bookings',
  'open_invoices',
  'receipts',
] as const

/** Measures imports of 10,000 rows, as the screen sends them: a preview, then the import. */
export const imports: Section = {
  name: 'imports',
  title: 'Imports of 10,000 rows',
  about:
    'Each sheet is looked at and then imported, as somebody who may, under row-level security. Purchases and bookings have 5 lines each; every receipt and open invoice is a document of its own.',
  works: ({ smoke }) => [workOf(smoke ? 50 : ROWS)],
}

const previewOf = (kind: string) => `${kind.replaceAll('_', ' ')}, preview`
const importOf = (kind: string) => `${kind.replaceAll('_', ' ')}, import`

const workOf = (count: number): Work => ({
  rows: KINDS.flatMap((kind) =>
    [previewOf(kind), importOf(kind)].map((name) => ({ name, target: MOST_MS })),
  ),
  times: 1,
  warmUp: 0,
  async open(side) {
    const sheets = await sheetsOf(side, count)
    return async (put) => {
      for (const kind of KINDS) {
        const person = await importer(side, kind)
        let seen: string | undefined
        await timed(put, previewOf(kind), async () => {
          seen = (await send(side, person, kind, sheets[kind]!, { check: true })).seen ?? undefined
        })
        await timed(put, importOf(kind), () =>
          send(side, person, kind, sheets[kind]!, { check: false, seen }),
        )
      }
    }
  },
})
