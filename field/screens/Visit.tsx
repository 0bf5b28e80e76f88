import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { today } from '~/platform/values/dates'
import { customerOf } from '../data/customers'
import { useData } from '../data/database'
import { placeNow } from '../data/place'
import { hasOrdered, stopsOf } from '../data/route'
import { useAbout } from '../data/useAbout'
import { type OpenForm, useDraft } from '../data/useDraft'
import { useSession } from '../session'
import { shownMoment } from '../ui/AsOf'
import { Button, buttonLook, ErrorText, Field, Section } from '../ui/controls'
import { Gone } from '../ui/Gone'
import { NotStored } from '../ui/NotStored'
import { Refused } from '../ui/Refused'
import { Shell } from '../ui/Shell'

const NO_ORDER = ['Has stock', 'Owner absent', 'No money', 'Overdue account']
const NOT_VISITED = ['Store closed', 'No time', 'Road closed']

/** Begins and ends a visit to a customer, or skips the stop. */
export function Visit() {
  const { id = '' } = useParams()
  const { db } = useData()
  const { company } = useSession()
  const open = useDraft('visit', id, { reason: '' })
  const day = today(company.timeZone)
  const dayOf = (moment: string) => today(company.timeZone, new Date(moment))
  const found = useAbout(`${id} ${day}`, async () => {
    const customer = await customerOf(db, id)
    if (!customer) return null
    return {
      customer,
      ordered: await hasOrdered(db, id, day, dayOf),
      isStop: (await stopsOf(db, day, dayOf)).some((stop) => stop.customer.id === id),
      clock: (await db.fact('clock')) ?? 0,
    }
  })
  if (!open || found === undefined) return null
  if (!found) return <Gone title="Visit" what="customer" />
  const { customer, ordered, isStop, clock } = found
  // The office's clock, as far as the phone knows it.
  const now = () => new Date(Date.now() + clock).toISOString()
  const shown = { title: customer.name }
  const part = { open, id, shown, now }
  return (
    <Shell title={`Visit: ${customer.name}`} back={`/customers/${id}`}>
      <Refused refusal={open.refusal} />
      {open.form.begunAt ? (
        <Begun {...part} begunAt={open.form.begunAt} ordered={ordered} />
      ) : (
        <>
          <Begin {...part} />
          {isStop ? <Skip {...part} /> : null}
        </>
      )}
      {open.unstored ? (
        <NotStored of="visit" text={`${customer.name}: ${open.form.reason}`} />
      ) : null}
    </Shell>
  )
}

interface Part {
  open: OpenForm<'visit'>
  id: string
  shown: { title: string }
  now(): string
}

function Begin({ open, now }: Part) {
  const [looking, setLooking] = useState(false)
  const begin = async (located: boolean) => {
    const begunAt = now()
    setLooking(located)
    const place = located ? await placeNow() : null
    setLooking(false)
    open.change({ begunAt, located, ...(place && { begin: place }) })
  }
  return (
    <Section title="Begin a visit">
      <p className="text-sm text-muted">
        With your consent, the phone takes your location once when the visit begins and once when it
        ends, never in between. Your Manager, General Manager and Owner see it; it is removed after
        180 days. You may visit without it.
      </p>
      <div className="mt-3 flex flex-col gap-2">
        <Button wide look="primary" disabled={looking} onClick={() => begin(true)}>
          {looking ? 'Looking for the location…' : 'I agree, begin the visit'}
        </Button>
        <Button wide disabled={looking} onClick={() => begin(false)}>
          Begin without location
        </Button>
      </div>
    </Section>
  )
}

function Begun({
  open,
  id,
  shown,
  now,
  begunAt,
  ordered,
}: Part & { begunAt: string; ordered: boolean }) {
  const { company } = useSession()
  const [looking, setLooking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { form } = open
  const refusedTimes = open.refused('begun_at', 'ended_at')
  const end = async () => {
    const reason = form.reason.trim()
    if (!ordered && !reason) return setError('Choose or enter why nothing was ordered.')
    const ended_at = now()
    setLooking(true)
    const place = form.located ? await placeNow() : null
    await open.save(
      {
        ...{ customer_id: id, begun_at: begunAt, ended_at },
        ...(reason && !ordered && { reason }),
        ...(form.begin && { begin: form.begin }),
        ...(place && { end: place }),
      },
      shown,
    )
    setLooking(false)
  }
  return (
    <>
      <Section title={`Begun at ${shownMoment(begunAt, company.timeZone)}`}>
        <p className="text-sm text-muted">
          {form.begin ? `Location known to ${form.begin.accuracy} m.` : 'Without location.'}
        </p>
        {refusedTimes ? <ErrorText>{refusedTimes}</ErrorText> : null}
        <Link to={`/customers/${id}/booking`} className={`mt-3 ${buttonLook('secondary', true)}`}>
          New booking
        </Link>
      </Section>
      <Section title={ordered ? 'A booking was written' : 'Why was nothing ordered?'}>
        {ordered ? null : (
          <Reasons
            reasons={NO_ORDER}
            value={form.reason}
            error={error ?? open.refused('reason')}
            onChange={(reason) => {
              setError(null)
              open.change({ reason })
            }}
          />
        )}
        <Button wide look="primary" className="mt-3" disabled={looking} onClick={end}>
          {looking ? 'Looking for the location…' : 'End the visit'}
        </Button>
      </Section>
    </>
  )
}

function Skip({ open, id, shown, now }: Part) {
  const [error, setError] = useState<string | null>(null)
  const skip = async () => {
    const reason = open.form.reason.trim()
    if (!reason) return setError('Choose or enter the reason.')
    await open.save({ customer_id: id, skipped: true, reason, begun_at: now() }, shown)
  }
  return (
    <Section title="Skip this stop">
      <Reasons
        reasons={NOT_VISITED}
        value={open.form.reason}
        error={error ?? open.refused('reason')}
        onChange={(reason) => {
          setError(null)
          open.change({ reason })
        }}
      />
      <Button wide className="mt-3" onClick={skip}>
        Skip this stop
      </Button>
    </Section>
  )
}

interface ReasonsProps {
  reasons: readonly string[]
  value: string
  error: string | null
  onChange(reason: string): void
}

/** A reason out of a few, or another one as it is typed. */
function Reasons({ reasons, value, error, onChange }: ReasonsProps) {
  return (
    <>
      <div className="mb-2 grid grid-cols-2 gap-2">
        {reasons.map((reason) => (
          <Button
            key={reason}
            look={value === reason ? 'primary' : 'secondary'}
            aria-pressed={value === reason}
            onClick={() => onChange(reason)}
          >
            {reason}
          </Button>
        ))}
      </div>
      <Field
        label="Reason"
        value={value}
        maxLength={400}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
