import { type FormEvent, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import type { Approval as Waiting } from '~/platform/field/team'
import { formatDate } from '~/platform/values/dates'
import { formatMoney, fromCents, type Money, money, toCents } from '~/platform/values/money'
import { formatPrice, price } from '~/platform/values/price'
import { call, isSignedOut, Offline, Refusal } from '../api'
import { type Asked, useOffice } from '../data/office'
import { checkPin, needsPassword } from '../data/pin'
import { usePin } from '../pin'
import { useSession } from '../session'
import { Button, buttonLook, ErrorText, Field, Note, Section } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { useUnsaved } from '../unsaved'
import { PinField } from './Locked'

interface Answer {
  approvals: Waiting[]
}

/** Returns by how much a booking is over the credit limit; null when it is not. */
function overBy({ total, credit_left }: Waiting): Money | null {
  if (credit_left === null) return null
  const over = toCents(money(total)) - toCents(money(credit_left))
  return over > 0n ? fromCents(over) : null
}

/** The bookings of the team that need an approval. They are asked for at the office each time. */
export function Approvals() {
  const [asked, ask] = useOffice<Answer>('approvals')
  const [search] = useSearchParams()
  const done = search.get('done')
  return (
    <Shell title="Approvals">
      {done ? <Note kind="info">{done} is approved.</Note> : null}
      <Unanswered asked={asked} ask={ask} />
      {typeof asked === 'object' && 'answer' in asked ? (
        <List approvals={asked.answer.approvals} />
      ) : null}
    </Shell>
  )
}

function Unanswered({ asked, ask }: { asked: Asked<Answer>; ask(): Promise<void> }) {
  if (asked === 'asking') return <p role="status">Asking the office…</p>
  if (asked === 'offline')
    return (
      <>
        <p role="status">
          The office cannot be reached. Approvals need a line, as the office decides on what it
          knows now.
        </p>
        <Button wide onClick={ask}>
          Try again
        </Button>
      </>
    )
  return 'refused' in asked ? <ErrorText>{asked.refused}</ErrorText> : null
}

function List({ approvals }: Answer) {
  if (approvals.length === 0) return <p>No booking of your team needs an approval.</p>
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
    </ul>
  )
}

/** One booking that needs an approval, with what is against it. */
export function Approval() {
  const { id = '' } = useParams()
  const [asked, ask] = useOffice<Answer>('approvals')
  const found =
    typeof asked === 'object' && 'answer' in asked
      ? (asked.answer.approvals.find((each) => each.id === id) ?? null)
      : undefined
  return (
    <Shell title={found?.so_no ?? 'Approval'} back="/approvals">
      <Unanswered asked={asked} ask={ask} />
      {found === null ? <p>This booking needs no approval of yours any more.</p> : null}
      {found ? <Decision key={`${found.id}${found.version}`} waiting={found} /> : null}
    </Shell>
  )
}

function Decision({ waiting }: { waiting: Waiting }) {
  const { company } = useSession()
  const { total, credit_left, below } = waiting
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
      <Form waiting={waiting} />
    </>
  )
}

const shownPrice = (line: Waiting['below'][number], amount: string, pieces: number) =>
  formatPrice(price(amount, pieces), { caseConfig: line.case, priceUnit: line.per })

function Form({ waiting: { id, version, so_no } }: { waiting: Waiting }) {
  const { person, company, noteSignedOut } = useSession()
  const { pin, lock } = usePin()
  const [, go] = useLocation()
  // The key is made when the form opens, so that what is sent twice counts once.
  const [key] = useState(uuidv7)
  const [reason, setReason] = useState('')
  const [digits, setDigits] = useState('')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<{ at: 'reason' | 'pin' | 'form'; text: string } | null>(null)
  useUnsaved(reason !== '')
  if (!pin)
    return (
      <Section title="Approve">
        <p>An approval asks for your PIN. Set one first.</p>
        <Link to="/more" className={`${buttonLook('primary', true)} mt-3`}>
          Set a PIN
        </Link>
      </Section>
    )
  const fail = (at: 'reason' | 'pin' | 'form', text: string) => {
    setError({ at, text })
    setPending(false)
  }
  const approve = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    if (reason.trim() === '') return fail('reason', 'Enter a reason.')
    setPending(true)
    setError(null)
    const right = await checkPin(person.id, digits)
    setDigits('')
    if (!right) {
      if (needsPassword({ ...pin, wrong: pin.wrong + 1 })) lock()
      return fail('pin', 'That is not the PIN.')
    }
    try {
      await call('approve', { project: company.id, key, booking: id, version, reason })
      go(`/approvals?done=${encodeURIComponent(so_no)}`, { replace: true })
    } catch (failed) {
      if (isSignedOut(failed)) noteSignedOut()
      if (failed instanceof Offline || isSignedOut(failed))
        fail('form', 'The office did not answer, so this may not be approved. Approve again.')
      else if (failed instanceof Refusal)
        fail(failed.problem.field === 'reason' ? 'reason' : 'form', failed.message)
      else throw failed
    }
  }
  const of = (at: string) => (error?.at === at ? error.text : null)
  return (
    <Section title="Approve">
      <form onSubmit={approve} noValidate className="flex flex-col gap-3">
        <Field
          label="Reason"
          value={reason}
          maxLength={400}
          error={of('reason')}
          onChange={({ target }) => setReason(target.value)}
        />
        <PinField label="Your PIN" value={digits} change={setDigits} error={of('pin')} />
        {error?.at === 'form' ? <ErrorText>{error.text}</ErrorText> : null}
        <Button type="submit" look="primary" wide aria-disabled={pending || undefined}>
          {pending ? 'Approving…' : 'Approve'}
        </Button>
      </form>
    </Section>
  )
}
