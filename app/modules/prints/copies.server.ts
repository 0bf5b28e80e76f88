import { z } from 'zod/mini'
import { row } from '~/platform/db/command.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import type { Sent } from '~/platform/forms/form-action.server'
import type { Db, Membership } from '~/platform/request/context'
import { isId } from '~/platform/values/ids'

/** The papers whose prints are counted, with their names. */
const PAPERS = {
  invoice: ['Invoice', 'invoices'],
  delivery_receipt: ['Delivery receipt', 'delivery receipts'],
  memo: ['Memo', 'memos'],
  receipt: ['Receipt', 'receipts'],
  remittance: ['Remittance report', 'remittance reports'],
  deposit_slip: ['Deposit slip', 'deposit slips'],
} as const

type PaperKind = keyof typeof PAPERS

/** Reads how often papers were printed, and what CountedPaperActions needs. */
export async function paperCopies(
  { db, project: { projectId } }: { db: Db; project: Pick<Membership, 'projectId'> },
  kind: PaperKind,
  numbers: readonly string[],
) {
  const copies =
    numbers.length === 0
      ? {}
      : row(
          await db.rpc('document_copies', {
            p_project: projectId,
            p_kind: kind,
            p_numbers: [...numbers],
          }),
        )
  return {
    copies: copies as Record<string, number>,
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

const schema = z.object({ number: z._default(z.array(z.string()), []) })

/** The address that ends a form which counts a print: there the print dialog opens, or the PDF is downloaded. */
export function printedAddress(path: string, params: URLSearchParams, form: FormData): string {
  const acts = ['print', 'pdf']
  const kept = [...params].filter(([name]) => !acts.includes(name))
  const act = form.get('as') === 'pdf' ? 'pdf' : 'print'
  return `${path}?${new URLSearchParams([...kept, [act, '']])}`
}

/** The form of a page that prints papers, for `formAction`: it counts the print or the download. */
export const countPrint = (kind: PaperKind) => ({
  schema,
  command: ({ run, value: { number } }: Sent & { value: z.output<typeof schema> }) =>
    run('print_documents', { p_kind: kind, p_numbers: number }),
  done: ({ copies }: { copies: Record<string, number> }, { url, form }: Sent) => ({
    to: printedAddress(url.pathname, url.searchParams, form),
    text: messageOf(kind, copies),
  }),
})

function messageOf(kind: PaperKind, copies: Record<string, number>): string {
  const [one, many] = PAPERS[kind]
  const all = Object.entries(copies)
  const [number, copy] = all[0]!
  if (all.length > 1) return `${all.length} ${many} are printed.`
  // Papers without a number of their own are counted by their ids.
  const name = isId(number) ? one : `${one} ${number}`
  return copy === 1
    ? `${name} is printed.`
    : `Copy ${copy} of ${name.charAt(0).toLowerCase()}${name.slice(1)}.`
}
