import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { cashOf, sumsOf, varianceOf, varianceWord } from '~/platform/values/cash-count'
import { denominationsOf, denominationText } from '~/platform/values/denominations'
import { formatMoney, fromCents, isZero, type Money, money, toCents } from '~/platform/values/money'
import { useData } from '../data/database'
import { type Held, heldReceipts } from '../data/held'
import { customerOf } from '../data/known'
import { PART_LABELS } from '../data/receipts'
import { type OpenForm, useDraft } from '../data/useDraft'
import type { RemittanceForm } from '../data/written'
import { useSession } from '../session'
import { AsOf } from '../ui/AsOf'
import { Button, ErrorText, Field, Note, Section } from '../ui/controls'
import { NotStored } from '../ui/NotStored'
import { Refused } from '../ui/Refused'
import { Shell } from '../ui/Shell'
import { Count } from './Pieces'

/** The remittance of the day: what is handed in, counted by note and coin, and what stays with the person. */
export function Remittance() {
  const { db } = useData()
  const empty = useMemo<RemittanceForm>(
    () => ({ kept: [], pieces: {}, reason: '', remarks: '' }),
    [],
  )
  const open = useDraft('remittance', 'day', empty)
  const found = useLiveQuery(async () => {
    const held = await heldReceipts(db)
    const names = new Map<string, string>()
    for (const { customer } of held)
      names.set(customer, (await customerOf(db, customer))?.name ?? 'Another customer')
    return { held, names }
  }, [db])
  if (!open || !found) return null
  if (found.held.length === 0 && !open.refusal)
    return (
      <Shell title="Remittance" back="/">
        <p>Nothing that you collected is with you.</p>
      </Shell>
    )
  return <Form key={open.key} open={open} {...found} />
}

interface FormProps {
  open: OpenForm<'remittance'>
  held: Held[]
  /** The names of customers. */
  names: Map<string, string>
}

function Form({ open, held, names }: FormProps) {
  const { company } = useSession()
  const [error, setError] = useState<string | null>(null)
  const { form, refusal, refused } = open
  const change = (changed: Partial<RemittanceForm>) => {
    setError(null)
    open.change(changed)
  }
  const handed = held.filter(({ id, refused }) => !refused && !form.kept.includes(id))
  const { cash, cheques, others } = sumsOf(handed.flatMap(({ parts }) => parts))
  const values = denominationsOf(company.currency)
  const counted = cashOf(values.map((value) => ({ value, pieces: form.pieces[value] ?? 0 })))
  const variance = varianceOf(cash, counted)
  const word = varianceWord(variance)
  const save = async () => {
    if (handed.length === 0) return setError('Choose the receipts that you hand in.')
    const reason = form.reason.trim()
    if (word && !reason) return setError('Count again, or enter the reason of the variance.')
    const remarks = form.remarks.trim()
    await open.save(
      {
        collection_ids: handed.map(({ id }) => id),
        denominations: values.flatMap((value) => {
          const count = form.pieces[value] ?? 0
          return count > 0 ? [{ value, count }] : []
        }),
        ...(word && { variance_reason: reason }),
        ...(remarks && { remarks }),
      },
      { title: `${handed.length} receipts`, total: counted },
    )
  }
  const toggle = (id: string) =>
    change({
      kept: form.kept.includes(id) ? form.kept.filter((each) => each !== id) : [...form.kept, id],
    })
  return (
    <Shell title="Remittance" back="/">
      <Refused refusal={refusal} />
      <Section title="Receipts to hand in">
        <p className="text-sm">
          <AsOf />
        </p>
        <ul className="divide-y divide-line">
          {held.map((each) => (
            <li key={each.id}>
              <HeldRow
                held={each}
                customer={names.get(each.customer)!}
                given={handed.includes(each)}
                toggle={() => toggle(each.id)}
              />
            </li>
          ))}
        </ul>
        <RefusedPart message={refused('collection_ids')} />
      </Section>
      <Section title="Cash by note and coin">
        <div className="grid grid-cols-3 gap-2">
          {values.map((value) => (
            <Count
              key={value}
              label={`Pieces of ${denominationText(value)}`}
              shown={denominationText(value)}
              value={form.pieces[value] ?? 0}
              set={(count) => change({ pieces: { ...form.pieces, [value]: count } })}
            />
          ))}
        </div>
        <RefusedPart message={refused('denominations')} />
      </Section>
      <Section title="Before you sign">
        <Sums
          rows={[
            ['Cash of the receipts', cash],
            ['Cash counted', counted],
            ['Cheques', cheques],
            ...(isZero(others) ? [] : [['Papers of transfers and 2307', others] as const]),
          ]}
        />
        {word ? (
          <>
            <Note kind="warn">
              {word} of {formatMoney(absolute(variance), company.currency)}
            </Note>
            <div className="mt-2">
              <Field
                label="Reason of the variance"
                value={form.reason}
                maxLength={400}
                error={refused('variance_reason')}
                onChange={({ target }) => change({ reason: target.value })}
              />
            </div>
          </>
        ) : (
          <Note kind="info">The count agrees with the receipts.</Note>
        )}
        <div className="mt-2">
          <Field
            label="Remarks"
            value={form.remarks}
            maxLength={400}
            error={refused('remarks')}
            onChange={({ target }) => change({ remarks: target.value })}
          />
        </div>
        {error ? <ErrorText>{error}</ErrorText> : null}
        {open.unstored ? (
          <NotStored
            of="remittance"
            text={`${handed.map(({ no }) => no).join(', ')}, cash ${formatMoney(counted)}`}
          />
        ) : null}
        <Button wide look="primary" className="mt-3" onClick={save}>
          Sign and hand in
        </Button>
      </Section>
    </Shell>
  )
}

/** Says what the office refused in a part of the form. */
const RefusedPart = ({ message }: { message: string | null }) =>
  message ? <ErrorText>{message}</ErrorText> : null

const absolute = (amount: Money): Money => {
  const cents = toCents(amount)
  return fromCents(cents < 0n ? -cents : cents)
}

function Sums({ rows }: { rows: readonly (readonly [label: string, amount: Money])[] }) {
  return (
    <dl className="mb-2">
      {rows.map(([label, amount]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-muted">{label}</dt>
          <dd className="figures">{formatMoney(money(amount))}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RowProps {
  held: Held
  customer: string
  given: boolean
  toggle(): void
}

function HeldRow({ held, customer, given, toggle }: RowProps) {
  return (
    <label className="flex min-h-14 items-center gap-3 py-2">
      <input
        type="checkbox"
        checked={given}
        disabled={held.refused}
        onChange={toggle}
        className="size-5 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          {held.no}, {customer}
        </span>
        {held.parts.map(({ type, amount, cheque }) => (
          <span
            key={[type, amount, cheque].join()}
            className="flex justify-between gap-3 text-sm text-muted"
          >
            <span>{[PART_LABELS[type], cheque].filter(Boolean).join(', ')}</span>
            <span className="figures">{formatMoney(amount)}</span>
          </span>
        ))}
        {held.refused ? (
          <span className="text-sm text-danger">Rejected by the office: correct it first.</span>
        ) : null}
      </span>
    </label>
  )
}
