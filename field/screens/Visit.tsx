import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'wouter'
import { today } from '~/platform/values/dates'
import { useData } from '../data/database'
import { customerOf } from '../data/known'
import { addBeginPlace, placeNow } from '../data/place'
import { begunVisits, hasOrdered, stopsOf } from '../data/route'
import { useAbout } from '../data/useAbout'
import { type OpenForm, useDraft } from '../data/useDraft'
import type { Draft } from '../data/written'
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
  const [looking, setLooking] = useState(false)
  const day = today(company.timeZone)
  const dayOf = (moment: string) => today(company.timeZone, new Date(moment))
  const found = useAbout(`${id} ${day}`, async (corrected) => {
    const begun = (await begunVisits(db)).find(({ about }) => about === id)
    const written = begun && (begun.form.name ?? 'Another customer')
    const customer = await customerOf(db, id, corrected?.title ?? written)
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
  const { name, gone } = customer
  // The office's clock, as far as the phone knows it.
  const now = () => new Date(Date.now() + clock).toISOString()
  const shown = { title: name }
  const part = { open, id, shown, now }
  const begin = async (located: boolean) => {
    // Written first: the place takes a while, and its question may close the app.
    await open.change({ begunAt: now(), located, name })
    if (!located) return
    setLooking(true)
    await addBeginPlace(db, open.key)
    setLooking(false)
  }
  return (
    <Shell title={`Visit: ${name}`} back={gone ? '/' : `/customers/${id}`}>
      <Refused refusal={open.refusal} gone={gone && 'customer'} />
      {open.form.begunAt ? (
        <Begun {...part} {...{ looking, gone, ordered }} begunAt={open.form.begunAt} />
      ) : (
        <>
          {gone ? null : <Begin begin={begin} />}
          {isStop || open.refusal ? <Skip {...part} /> : null}
        </>
      )}
      {open.unstored ? <NotStored of="visit" text={`${name}: ${open.form.reason}`} /> : null}
    </Shell>
  )
}

interface Part {
  open: OpenForm<'visit'>
  id: string
  shown: { title: string }
  now(): string
}

function Begin({ begin }: { begin(located: boolean): Promise<void> }) {
  return (
    <Section title="Begin a visit">
      <p className="text-sm text-muted">
        With your consent, the phone takes your location once when the visit begins and once when it
        ends, never in between. Your Manager, General Manager and Owner see it; it is removed after
        180 days. You may visit without it.
      </p>
      <div className="mt-3 flex flex-col gap-2">
        <Button wide look="primary" onClick={() => begin(true)}>
          I agree, begin the visit
        </Button>
        <Button wide onClick={() => begin(false)}>
          Begin without location
        </Button>
      </div>
    </Section>
  )
}

interface BegunProps extends Part {
  begunAt: string
  /** The phone is asked where the visit has begun. */
  looking: boolean
  /** The customer is not on the phone any more. */
  gone: true | undefined
  ordered: boolean
}

function Begun({ open, id, shown, now, begunAt, looking, gone, ordered }: BegunProps) {
  const { company } = useSession()
  const { db } = useData()
  const look = useLook()
  const [error, setError] = useState<string | null>(null)
  const { form } = open
  // The place is added to the draft when the phone knows it.
  const beginPlace = async () =>
    ((await db.drafts.get(open.key)) as Draft<'visit'> | undefined)?.form.begin
  const place = useLiveQuery(beginPlace, [db, open.key])
  const refusedTimes = open.refused('begun_at', 'ended_at')
  const end = async () => {
    const reason = form.reason.trim()
    if (!ordered && !reason) return setError('Choose or enter why nothing was ordered.')
    const ended_at = now()
    const endPlace = form.located ? await look.find() : null
    if (look.left()) return
    const begin = await beginPlace()
    await open.save(
      {
        ...{ customer_id: id, begun_at: begunAt, ended_at },
        ...(reason && !ordered && { reason }),
        ...(begin && { begin }),
        ...(endPlace && { end: endPlace }),
      },
      shown,
    )
  }
  return (
    <>
      <Section title={`Begun at ${shownMoment(begunAt, company.timeZone)}`}>
        <p className="text-sm text-muted">
          {place
            ? `Location known to ${place.accuracy} m.`
            : looking
              ? 'Looking for the location…'
              : 'Without location.'}
        </p>
        {refusedTimes ? <ErrorText>{refusedTimes}</ErrorText> : null}
        {gone ? null : (
          <Link to={`/customers/${id}/booking`} className={`mt-3 ${buttonLook('secondary', true)}`}>
            New booking
          </Link>
        )}
      </Section>
      {look.goOn ? (
        <Section title="Ending the visit">
          <p role="status" className="text-sm text-muted">
            Looking for the location…
          </p>
          <Button wide className="mt-3" onClick={look.goOn}>
            End without location
          </Button>
        </Section>
      ) : (
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
          <Button wide look="primary" className="mt-3" onClick={end}>
            End the visit
          </Button>
        </Section>
      )}
    </>
  )
}

/** Looks for the place once at a press, while the person may go on without it, or leave: then the visit stays begun. */
function useLook() {
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const find = async () => {
    const without = new Promise<null>((resolve) => setGoOn(() => () => resolve(null)))
    const place = await Promise.race([placeNow(), without])
    setGoOn(null)
    return place
  }
  return { goOn, find, left: () => isLeft.current }
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
