import type { Sent } from '~/platform/forms/form-action.server'

interface ToPrint {
  /** The folder of a report, `statement` or `statements`. */
  report: string
  customer_id?: string
  /** The filters with their values of today, so that the print keeps its days. */
  filters: Readonly<Record<string, string | null>>
}

/** Gives a print its number and its moment. A report as known at a past moment keeps that one. */
export function numberPrint(
  { run, value }: Sent & { value: { described: string } },
  { report, customer_id, filters: { known_at, ...filters } }: ToPrint,
) {
  const search = Object.entries(filters).filter((one): one is [string, string] => one[1] !== null)
  return run('print_report', {
    p_print: {
      ...{ report, customer_id, known_at, described: value.described },
      search: new URLSearchParams(search).toString(),
    },
  })
}
