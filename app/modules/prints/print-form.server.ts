import { newIdempotencyKey } from '~/platform/forms/form.server'
import type { Sent } from '~/platform/forms/form-action.server'
import type { Membership } from '~/platform/request/context'
import { printedAddress } from './copies.server'
import { printedAs } from './printed'
import type { Print } from './prints.server'

interface ToPrint {
  /** The folder of a report, `statement` or `statements`. */
  report: string
  customer_id?: string
  /** The filters with their values of today, so that the print keeps its days. */
  filters: Readonly<Record<string, string | null>>
  /** The chosen columns, as an address has them. */
  columns?: URLSearchParams
}

/** Gives a print its number and its moment. A report as known at a past moment keeps that one. */
export function numberPrint(
  { run, value }: Sent & { value: { described: string } },
  {
    report,
    customer_id,
    filters: { known_at, ...filters },
    columns = new URLSearchParams(),
  }: ToPrint,
) {
  const search = Object.entries(filters).filter((one): one is [string, string] => one[1] !== null)
  return run('print_report', {
    p_print: {
      ...{ report, customer_id, known_at, described: value.described },
      search: new URLSearchParams([...search, ...columns]).toString(),
    },
  })
}

/** Ends the form: the screen of the print, which opens the print dialog or downloads the PDF. */
export function numbered(
  path: string,
  { id, print_no }: { id: string; print_no: string },
  form: FormData,
) {
  return {
    to: printedAddress(path, new URLSearchParams({ printed: id }), form),
    text: `${print_no} is saved in Printed reports.`,
  }
}

/** Returns what PrintActions shows: the line of a print, and the form that numbers it. */
export function printForm(
  { projectId, timeZone }: Pick<Membership, 'projectId' | 'timeZone'>,
  print: Print | null,
  /** The moment of a report as known at a past one. */
  knownAt?: string | null,
) {
  return {
    printed: printedAs(print, timeZone, knownAt ?? undefined),
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}
