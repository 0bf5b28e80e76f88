import { Link, useParams, useSearchParams } from 'wouter'
import type { TeamDecisions, Approval as Waiting } from '~/platform/field/team'
import { formatDate } from '~/platform/values/dates'
import { formatMoney, fromCents, type Money, money, toCents } from '~/platform/values/money'
import { formatPrice, price } from '~/platform/values/price'
import { call } from '../api'
import { type Asked, useOffice } from '../data/office'
import { useSession } from '../session'
import { Button, ErrorText, Note, Section } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { DecisionForm } from './DecisionForm'
import { ReturnDecision } from './ReturnDecision'

/** Returns by how much a booking is over the credit limit; null when it is not. */
function overBy({ total, credit_left }: Waiting): Money | null {
  if (credit_left === null) return null
  const over = toCents(money(total)) - toCents(money(credit_left))
  return over > 0n ? fromCents(over) : null
}

/** The bookings and returns of the team that wait for a decision. They are asked for at the office each time. */
export function Approvals() {
  const [asked, ask] = useOffice<TeamDecisions>('approvals')
  const [search] = useSearchParams()
  const done = search.get('done')
  return (
    <Shell title="Approvals">
      {done ? <Note kind="info">{done}</Note> : null}
      <Unanswered asked={asked} ask={ask} />
      {typeof asked === 'object' && 'answer' in asked ? <List {...asked.answer} /> : null}
    </Shell>
  )
}

function Unanswered({ asked, ask }: { asked: Asked<TeamDecisions>; ask(): Promise<void> }) {
  if (asked === 'asking') return <p role="status">Asking the office…</p>
  if (asked === 'offline')
    return (
      <>
        <p role="status">
          The office cannot be reached. Approvals need a connection, as they are decided on current
          figures.
        </p>
        <Button wide onClick={ask}>
          Try again
        </Button>
      </>
    )
  return 'refused' in asked ? <ErrorText>{asked.refused}</ErrorText> : null
}

function List({ approvals, returns }: TeamDecisions) {
  if (approvals.length + returns.length === 0)
    return <p>No booking or return of your team waits for you.</p>
  return (
    <ul className="flex flex-col gap-px overflow-hidden rounded-lg">
      {approvals.map((each) => {
        const over = overBy(each)
        return (
          <li key={each.id}>
            <Link to={`/approvals/${each.id}`} className="block min-h-14 bg-surface px-4 py-2">
              <span className="flex justify-between gap-3">
                <span className="truncate font-medium">{each.customer}</span>
                <span className="figures shrink-0">{formatMoney(money(each.total))}</span>
              </span>
              <span className="flex justify-between gap-3 text-sm text-muted">
                <span className="truncate">
                  {each.so_no}, {each.agent}
                </span>
                <span className="shrink-0 text-danger">
                  {[over ? 'Credit' : '', each.below.length > 0 ? 'Price' : '']
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
            </Link>
          </li>
        )
      })}
      {returns.map((each) => (
        <li key={each.id}>
          <Link to={`/approvals/${each.id}`} className="block min-h-14 bg-surface px-4 py-2">
            <span className="flex justify-between gap-3">
              <span className="truncate font-medium">{each.customer}</span>
              <span className="figures shrink-0">{formatMoney(money(each.credit))}</span>
            </span>
            <span className="flex justify-between gap-3 text-sm text-muted">
              <span className="truncate">
                {each.so_no}, {each.agent}
              </span>
              <span className="shrink-0 text-danger">Return</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** One booking that needs an approval, with what is against it, or one return. */
export function Approval() {
  const { id = '' } = useParams()
  const [asked, ask] = useOffice<TeamDecisions>('approvals')
  const answer = typeof asked === 'object' && 'answer' in asked ? asked.answer : null
  const booking = answer?.approvals.find((each) => each.id === id)
  const back = answer?.returns.find((each) => each.id === id)
  return (
    <Shell title={booking?.so_no ?? back?.request_no ?? 'Approval'} back="/approvals">
      <Unanswered asked={asked} ask={ask} />
      {answer && !booking && !back ? <p>This waits for no decision of yours any more.</p> : null}
      {booking ? <Decision key={booking.version} waiting={booking} /> : null}
      {back ? <ReturnDecision key={back.version} waiting={back} /> : null}
    </Shell>
  )
}

function Decision({ waiting }: { waiting: Waiting }) {
  const { company } = useSession()
  const { id, version, total, credit_left, below } = waiting
  const over = overBy(waiting)
  const rows: [string, string][] = [
    ['Agent', waiting.agent],
    ['Booked on', formatDate(waiting.on_date)],
    ['Total', formatMoney(money(total), company.currency)],
    ['Available credit', credit_left === null ? 'No limit' : formatMoney(money(credit_left))],
  ]
  return (
    <>
      <Section title={waiting.customer}>
        <dl>
          {rows.map(([label, value]) => (
            <div key={label} className="flex justify-between gap-3">
              <dt className="text-muted">{label}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
        {waiting.remarks ? <p className="text-muted">{waiting.remarks}</p> : null}
      </Section>
      {over ? (
        <Note kind="danger">{formatMoney(over)} over the credit limit of the customer.</Note>
      ) : null}
      {below.length > 0 ? (
        <Section title="Prices below the floor">
          <ul className="divide-y divide-line">
            {below.map((line) => (
              <li key={`${line.product} ${line.price}`} className="py-2">
                <p>{line.product}</p>
                <p className="flex justify-between gap-3 text-sm">
                  <span className="text-danger">
                    {shownPrice(line, line.price, line.pieces)} after discount
                  </span>
                  <span className="text-muted">
                    SRP {shownPrice(line, line.srp, line.srp_pieces)}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <DecisionForm
        of={waiting.so_no}
        send={(key, reason) =>
          call('approve', { project: company.id, key, booking: id, version, reason })
        }
      />
    </>
  )
}

const shownPrice = (line: Waiting['below'][number], amount: string, pieces: number) =>
  formatPrice(price(amount, pieces), { caseConfig: line.case, priceUnit: line.per })
