import { useMemo, useState } from 'react'
import { useParams } from 'wouter'
import type { CopyCompany } from '~/platform/field/copy'
import { today } from '~/platform/values/dates'
import { addMoney, formatMoney, money } from '~/platform/values/money'
import type { PersonDatabase } from '../data/copy'
import { useData } from '../data/database'
import { customerOf, type KnownCustomer } from '../data/known'
import {
  amountOf,
  PART_LABELS,
  type Problems,
  proposedNo,
  readReceipt,
  skippedNos,
} from '../data/receipts'
import { useAbout } from '../data/useAbout'
import { type OpenForm, useDraft } from '../data/useDraft'
import type { ReceiptForm } from '../data/written'
import { useSession } from '../session'
import { AsOf } from '../ui/AsOf'
import { Choice } from '../ui/choices'
import { Button, ErrorText, Field, Section } from '../ui/controls'
import { Gone } from '../ui/Gone'
import { NotStored } from '../ui/NotStored'
import { Refused } from '../ui/Refused'
import { Shell } from '../ui/Shell'
import { emptyPart, ReceiptParts } from './ReceiptParts'

/** A receipt of a customer: cash, cheques, transfers and withholding under one CR number. */
export function Receipt() {
  const { id = '' } = useParams()
  const { db } = useData()
  const found = useAbout(id, async (corrected) => {
    const customer = await customerOf(db, id, corrected?.title)
    return customer ? { customer, numbers: await numbersOf(db) } : null
  })
  if (found === undefined) return null
  if (!found) return <Gone title="Receipt" what="customer" />
  return <Opened id={id} {...found} />
}

/** Numbers of receipts that the phone knows: the booklet in hand, and those of the receipts that were written here. */
interface Numbers {
  booklet: CopyCompany | null
  used: { key: string; no: string }[]
}

async function numbersOf(db: PersonDatabase): Promise<Numbers> {
  const [booklet, acts] = await Promise.all([db.fact('company'), db.acts.orderBy('no').toArray()])
  const used = acts.flatMap((act) =>
    act.kind === 'receipt' ? { key: act.key, no: act.facts.cr_no } : [],
  )
  return { booklet, used }
}

interface OpenedProps {
  /** The id of the address: that of the customer, or the key of the act that asks for them, also after the office has accepted it. */
  id: string
  customer: KnownCustomer
  numbers: Numbers
}

function Opened({ id, customer, numbers }: OpenedProps) {
  const proposed = proposedNo(
    numbers.booklet,
    numbers.used.map(({ no }) => no),
  )
  const { company } = useSession()
  const day = today(company.timeZone)
  const empty = useMemo<ReceiptForm>(
    () => ({ crNo: proposed, parts: [emptyPart('cash', day)], share: 'oldest', remarks: '' }),
    [proposed, day],
  )
  const open = useDraft('receipt', id, empty)
  return open ? <Form key={open.key} {...{ customer, numbers, open, day }} /> : null
}

interface FormProps {
  customer: KnownCustomer
  numbers: Numbers
  open: OpenForm<'receipt'>
  day: string
}

function Form({ customer, numbers, open, day }: FormProps) {
  const { company } = useSession()
  const [problems, setProblems] = useState<Problems>({})
  const { form, refusal, refused } = open
  const { gone } = customer
  const change = (changed: Partial<ReceiptForm>) => {
    setProblems({})
    open.change(changed)
  }
  const total = addMoney(...form.parts.map((part) => amountOf(part) ?? money(0)))
  // A receipt that is corrected has its own number already.
  const others = numbers.used.flatMap(({ key, no }) => (key === open.key ? [] : no))
  const skipped = skippedNos(numbers.booklet, others, form.crNo)
  const save = async () => {
    const read = readReceipt(form, customer.id, skipped)
    if ('problems' in read) return setProblems(read.problems)
    await open.save(read.facts, { title: customer.name, total })
  }
  const said = (field: string) => problems[field] ?? refused(field) ?? undefined
  return (
    <Shell title={`Receipt, ${customer.name}`} back={gone ? '/acts' : `/customers/${customer.id}`}>
      <Refused refusal={refusal} gone={gone && 'customer'} />
      {gone ? null : (
        <Section title="Owed">
          <p className="figures">
            {formatMoney(money(customer.receivables), company.currency)} receivables,{' '}
            {formatMoney(money(customer.overdue))} overdue <AsOf />
          </p>
        </Section>
      )}
      <ReceiptParts
        parts={form.parts}
        problem={said}
        day={day}
        change={(parts) => change({ parts })}
      />
      <Section title="Total">
        <p className="figures text-figure font-semibold">{formatMoney(total, company.currency)}</p>
        <div className="mt-3 flex flex-col gap-3">
          <Field
            label="CR no."
            value={form.crNo}
            maxLength={40}
            error={said('cr_no')}
            onChange={({ target }) => change({ crNo: target.value })}
          />
          {skipped ? (
            <Field
              label={`Why is ${skipped} skipped?`}
              value={form.skipReason ?? ''}
              maxLength={400}
              error={said('skip_reason')}
              onChange={({ target }) => change({ skipReason: target.value })}
            />
          ) : null}
          <Choice
            label="Share out"
            value={form.share}
            options={[
              ['oldest', 'To the oldest open documents'],
              ['unapplied', 'Leave unapplied'],
            ]}
            choose={(share) => change({ share })}
          />
          <Field
            label="Remarks"
            value={form.remarks}
            maxLength={400}
            error={said('remarks')}
            onChange={({ target }) => change({ remarks: target.value })}
          />
        </div>
        {Object.keys(problems).length > 0 ? (
          <ErrorText>Correct the fields that are marked.</ErrorText>
        ) : null}
        {open.unstored ? <NotStored of="receipt" text={asText(customer.name, form)} /> : null}
        <Button wide look="primary" className="mt-3" onClick={save}>
          Save receipt
        </Button>
      </Section>
    </Shell>
  )
}

const asText = (customer: string, { crNo, parts, remarks }: ReceiptForm) =>
  [
    `${customer}, CR ${crNo}`,
    ...parts.map(({ type, amount, bank, no, date }) =>
      [PART_LABELS[type], amount, bank, no, date].filter(Boolean).join(' '),
    ),
    remarks,
  ]
    .filter(Boolean)
    .join('\n')
