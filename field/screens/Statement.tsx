import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useParams } from 'wouter'
import type { CopyCustomer, CopyDocument } from '~/platform/field/copy'
import { formatDate, today } from '~/platform/values/dates'
import { toLocalTime } from '~/platform/values/moments'
import { formatMoney, isZero, money } from '~/platform/values/money'
import { useData } from '../data/database'
import { statementOf } from '../data/statement'
import { linesPicture, type PictureLine } from '../picture'
import { useSession } from '../session'
import { shareFiles } from '../share'
import { AsOf } from '../ui/AsOf'
import { Button, ErrorText, Section } from '../ui/controls'
import { Gone } from '../ui/Gone'
import { Shell } from '../ui/Shell'

/** The documents that a customer owes with their sum, out of the copy, and their picture for the customer. */
export function Statement() {
  const { id = '' } = useParams()
  const { db } = useData()
  const { company } = useSession()
  const [error, setError] = useState<string | null>(null)
  const found = useLiveQuery(async () => {
    const [customer, asOf, documents] = await Promise.all([
      db.customers.get(id),
      db.fact('asOf'),
      db.documents.where('customer').equals(id).toArray(),
    ])
    return { customer, asOf, ...(customer && { statement: statementOf(customer, documents) }) }
  }, [db, id])
  if (!found) return null
  const { customer, statement, asOf } = found
  if (!customer || !statement) return <Gone title="Statement" what="customer" />
  const { owed, others, toInvoice } = statement
  const day = today(company.timeZone)
  const [asOfDay = day, asOfTime = ''] = asOf ? toLocalTime(asOf, company.timeZone).split('T') : []
  const share = async () => {
    setError(null)
    try {
      const picture = await linesPicture([
        { text: company.name, size: 36, bold: true },
        { text: 'Statement of account', size: 30, bold: true },
        { text: customer.name },
        { text: `As of ${formatDate(asOfDay)} ${asOfTime.slice(0, 5)}` },
        { text: '' },
        ...owed.map(lineOf),
        ...(isZero(others) ? [] : [{ text: OTHERS, amount: formatMoney(others) }]),
        { text: '' },
        ...sumsOf(customer).map(([text, amount]): PictureLine => ({ text, amount, bold: true })),
        ...(toInvoice.length > 0 ? [{ text: '' }, { text: TO_INVOICE, bold: true }] : []),
        ...toInvoice.map(lineOf),
      ])
      await shareFiles({ content: picture, name: `Statement-${customer.name}.png` })
    } catch (failed) {
      setError(failed instanceof Error ? failed.message : 'The picture could not be made.')
    }
  }
  return (
    <Shell title={`Statement, ${customer.name}`} back={`/customers/${id}`}>
      <Section title="Documents owed">
        {owed.length === 0 ? <p>None.</p> : null}
        <Documents documents={owed} day={day} />
        {isZero(others) ? null : (
          <p className="flex justify-between gap-3 border-t border-line py-2">
            <span>{OTHERS}</span>
            <span className="figures shrink-0">{formatMoney(others)}</span>
          </p>
        )}
      </Section>
      <Section title={`Owed, in ${company.currency}`}>
        <dl>
          {sumsOf(customer).map(([label, amount]) => (
            <div key={label} className="flex justify-between gap-3">
              <dt className="text-muted">{label}</dt>
              <dd className="figures">{amount}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm">
          <AsOf />
        </p>
        {error ? <ErrorText>{error}</ErrorText> : null}
        <Button wide className="mt-3" onClick={share}>
          Share the statement
        </Button>
      </Section>
      {toInvoice.length > 0 ? (
        <Section title={TO_INVOICE}>
          <Documents documents={toInvoice} day={day} />
        </Section>
      ) : null}
    </Shell>
  )
}

const OTHERS = 'Other payments and documents'
const TO_INVOICE = 'Not in the sum: delivered, not invoiced yet'

function Documents({ documents, day }: { documents: readonly CopyDocument[]; day: string }) {
  return (
    <ul className="divide-y divide-line">
      {documents.map((each) => (
        <li key={each.id} className="flex justify-between gap-3 py-2">
          <span className={each.due && each.due < day ? 'text-danger' : ''}>{wordsOf(each)}</span>
          <span className="figures shrink-0">{amountOf(each)}</span>
        </li>
      ))}
    </ul>
  )
}

const lineOf = (each: CopyDocument): PictureLine => ({
  text: wordsOf(each),
  amount: amountOf(each),
})

const wordsOf = ({ invoice, no, on, due }: CopyDocument) =>
  `${invoice ?? no}, ${formatDate(on)}${due ? `, due ${formatDate(due)}` : ''}`

const amountOf = ({ cleared }: CopyDocument) => formatMoney(money(cleared))

/** Sums of the customer as the office has them; those of nothing are left out, but the first. */
function sumsOf({ receivables, overdue, uncleared, unapplied }: CopyCustomer): [string, string][] {
  const rows: [string, string][] = [
    ['Receivables', receivables],
    ['of which overdue', overdue],
    ['Uncleared cheques', uncleared],
    ['Unapplied payments', unapplied],
  ]
  return rows
    .filter(([, amount], at) => at === 0 || !isZero(money(amount)))
    .map(([label, amount]) => [label, formatMoney(money(amount))])
}
