import { readLetterhead } from '~/modules/logos/letterhead.server'
import { printForm } from '~/modules/prints/print-form.server'
import type { Print } from '~/modules/prints/prints.server'
import { ageingBuckets } from '~/modules/receivables/ageing'
import { asKnown, readKnownAt } from '~/platform/request/as-known.server'
import type { Db, Identity, Membership, ProjectSettings } from '~/platform/request/context'
import { formatDateTime, today } from '~/platform/values/dates'
import { multiplyMoney } from '~/platform/values/money'
import { readStatementPeriod } from './period'
import { readStatement, type Statement } from './queries.server'

interface Reader {
  db: Db
  project: Membership
  user: Identity
}

/**
 * Loads a statement for screen, print and workbook, for the period of an address.
 *
 * @throws A 404 response when the customer is missing or belongs to another project.
 */
export async function loadStatement(reader: Reader, customerId: string, url: string) {
  const { db, project, user } = reader
  const { timeZone } = project
  const period = readStatementPeriod(url, today(timeZone))
  const knownAt = readKnownAt(url, timeZone)
  const [{ customer, statement }, known, letterhead] = await Promise.all([
    readStatement(db, project.projectId, customerId, period, knownAt),
    asKnown(reader, url),
    readLetterhead(db, project),
  ])
  return {
    customer,
    statement,
    knownAt,
    timeZone,
    buckets: bucketsOf(statement, known.project.settings),
    letterhead,
    currency: project.currency,
    run: `${user.displayName}, ${formatDateTime(new Date().toISOString(), timeZone)}`,
  }
}

/** Returns what the screen of a statement shows: who ran it, or printed it, and its print. */
export function asPrinted<D extends { run: string; knownAt: string | null }>(
  data: D,
  print: Print | null,
  project: Membership,
) {
  return {
    ...data,
    run: print ? `${print.by}, ${formatDateTime(print.at, project.timeZone)}` : data.run,
    ...printForm(project, print, data.knownAt),
  }
}

/** Returns the amount due by age, in the project's ageing buckets, and below zero the credit that pays nothing yet. */
export function bucketsOf({ ageing, unapplied }: Statement, settings: ProjectSettings) {
  const buckets = ageingBuckets(settings.ageing_buckets, settings.age_by)
  return [
    ...buckets.map(({ key, label, isCurrent }) => ({
      name: isCurrent ? label : `${label} days`,
      amount: ageing[key]!,
    })),
    ...(unapplied === '0.00'
      ? []
      : [{ name: 'Unapplied payment', amount: multiplyMoney(unapplied, -1) }]),
  ]
}

export type StatementData = Awaited<ReturnType<typeof loadStatement>>
