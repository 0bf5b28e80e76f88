import { useLiveQuery } from 'dexie-react-hooks'
import { Link, useLocation, useParams } from 'wouter'
import { formatDate, today } from '~/platform/values/dates'
import { formatMoney, money } from '~/platform/values/money'
import { blockedBy, listActs, mayWithdraw } from '../data/acts'
import { useData } from '../data/database'
import { takesPhotos } from '../data/photos'
import type { Act } from '../data/written'
import { kindOf } from '../kinds'
import { useSession } from '../session'
import { shownMoment } from '../ui/AsOf'
import { Button, Note, Section } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { Photos } from './Photos'
import { Withdraw } from './Withdraw'

/** The words of the states of an act. */
const WORDS: Record<Act['state'], string> = {
  waiting: 'On this phone',
  sending: 'On this phone',
  office: 'At the office',
  accepted: 'Accepted',
  refused: 'Rejected',
  withdrawn: 'Withdrawn',
}

/** Says how an act is in the list and to the office. */
export const stateOf = ({ state, withdraw }: Act): string =>
  state !== 'withdrawn' && withdraw !== undefined ? 'Withdrawn, not sent yet' : WORDS[state]

const LOOKS: Partial<Record<Act['state'], string>> = {
  refused: 'text-danger',
  accepted: 'text-ok',
  withdrawn: 'text-muted',
}

/** Is how many acts are listed that the office has and did not refuse. */
const SHOWN = 100

/** Lists the acts of this person on this phone: first what is to be corrected or sent, all of it. */
export function Acts() {
  const { db, progress, sync } = useData()
  const { company } = useSession()
  const acts = useLiveQuery(() => listActs(db, SHOWN), [db])
  const waiting = acts?.filter(({ state }) => state === 'waiting' || state === 'sending').length
  return (
    <Shell title="Acts">
      {acts?.length === 0 ? <p>Nothing was written on this phone yet.</p> : null}
      {waiting ? (
        <Button wide look="primary" onClick={sync}>
          {progress === 'working' ? 'Sending…' : `Send ${waiting}`}
        </Button>
      ) : null}
      <ul className="flex flex-col gap-px overflow-hidden rounded-lg">
        {acts?.map((act) => (
          <li key={act.key}>
            <Link to={`/acts/${act.key}`} className="block min-h-14 bg-surface px-4 py-2">
              <span className="flex justify-between gap-3">
                <span className="truncate font-medium">
                  {act.no}. {act.title}
                </span>
                {act.total ? (
                  <span className="figures shrink-0">{formatMoney(money(act.total))}</span>
                ) : null}
              </span>
              <span className="flex justify-between gap-3 text-sm text-muted">
                <span>
                  {[kindOf(act).label, act.answer?.no].filter(Boolean).join(' ')},{' '}
                  {shownMoment(act.made_at, company.timeZone)}
                </span>
                <span className={`font-medium ${LOOKS[act.state] ?? 'text-warn'}`}>
                  {stateOf(act)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Shell>
  )
}

/** One act: what was written, and what the office said. */
export function ActPage() {
  const { key = '' } = useParams()
  const { db } = useData()
  const { company } = useSession()
  const [, go] = useLocation()
  const found = useLiveQuery(async () => {
    const act = await db.acts.get(key)
    return { act, blocked: act && (await blockedBy(db, act)) }
  }, [db, key])
  if (!found) return null
  const { act, blocked } = found
  if (!act)
    return (
      <Shell title="Act" back="/acts">
        <p>This act is not on this phone.</p>
      </Shell>
    )
  const { label, Details, correct } = kindOf(act)
  const again = async () => {
    const { to, about, form } = correct(act)
    await db.drafts.put({ key, kind: act.kind, about, form })
    go(`${to}?act=${key}`)
  }
  return (
    <Shell title={act.answer?.no ?? `${label} ${act.no}`} back="/acts">
      <Said act={act} blocked={blocked} />
      <Section title={act.title}>
        <Details act={act} />
        <p className="text-sm text-muted">Written {shownMoment(act.made_at, company.timeZone)}</p>
      </Section>
      {takesPhotos(act.kind) && act.withdraw === undefined ? <Photos of={act} /> : null}
      {act.state === 'refused' ? (
        <Button wide look="primary" onClick={again}>
          Correct and send again
        </Button>
      ) : null}
      {mayWithdraw(act, blocked) ? <Withdraw act={act} /> : null}
    </Shell>
  )
}

function Said({ act, blocked }: { act: Act; blocked: Act | undefined }) {
  const { company } = useSession()
  const { state, answer, refusal, waits, withdraw, countsOn } = act
  if (withdraw !== undefined)
    return (
      <>
        <Note kind="warn">
          Withdrawn: {withdraw}
          {state === 'withdrawn' ? null : (
            <span className="block">The office does not know it yet: it is told by itself.</span>
          )}
        </Note>
        {refusal ? <Note kind="info">The office had rejected it: {refusal.message}</Note> : null}
      </>
    )
  if (state === 'refused')
    return <Note kind="danger">Rejected by the office: {refusal?.message}</Note>
  if (state === 'accepted' && answer)
    return (
      <>
        <Note kind="info">{kindOf(act).accepted(answer)}</Note>
        {countsOn ? (
          <Note kind="warn">
            It counts on {formatDate(countsOn)}: the books of{' '}
            {formatDate(today(company.timeZone, new Date(act.made_at)))} are closed.
          </Note>
        ) : null}
      </>
    )
  if (state === 'office') return <Note kind="warn">It waits for the office. {waits}</Note>
  if (blocked)
    return (
      <Note kind="warn">
        Saved on this phone. It is sent once {blocked.no}. {blocked.title} is accepted.
      </Note>
    )
  return (
    <Note kind="warn">
      Saved on this phone. The office does not have it yet: it is sent by itself.
    </Note>
  )
}
