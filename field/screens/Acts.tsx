import { useLiveQuery } from 'dexie-react-hooks'
import { Link, useLocation, useParams } from 'wouter'
import { formatMoney, money } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { useData } from '../data/database'
import { takesPhotos } from '../data/photos'
import type { Act } from '../data/written'
import { useSession } from '../session'
import { shownMoment } from '../ui/AsOf'
import { Button, Note, Section } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { Photos } from './Photos'

const WORDS: Record<Act['state'], string> = {
  waiting: 'On this phone',
  sending: 'On this phone',
  accepted: 'Accepted',
  refused: 'Refused',
}

const look = (state: Act['state']) =>
  state === 'refused' ? 'text-danger' : state === 'accepted' ? 'text-ok' : 'text-warn'

/** Lists the acts of this person on this phone, newest first, to read to the office by telephone. */
export function Acts() {
  const { db, progress, sync } = useData()
  const { company } = useSession()
  const acts = useLiveQuery(() => db.acts.orderBy('no').reverse().limit(100).toArray(), [db])
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
        {acts?.map(({ key, no, title, total, state, answer, made_at }) => (
          <li key={key}>
            <Link to={`/acts/${key}`} className="block min-h-14 bg-surface px-4 py-2">
              <span className="flex justify-between gap-3">
                <span className="truncate font-medium">
                  {no}. {title}
                </span>
                <span className="figures shrink-0">{formatMoney(money(total))}</span>
              </span>
              <span className="flex justify-between gap-3 text-sm text-muted">
                <span>
                  {answer?.so_no ?? 'Booking'}, {shownMoment(made_at, company.timeZone)}
                </span>
                <span className={`font-medium ${look(state)}`}>{WORDS[state]}</span>
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
    const products = act
      ? await db.products.bulkGet(act.facts.lines.map(({ product_id }) => product_id))
      : []
    return { act, products }
  }, [db, key])
  if (!found) return null
  const { act, products } = found
  if (!act)
    return (
      <Shell title="Act" back="/acts">
        <p>This act is not on this phone.</p>
      </Shell>
    )
  const correct = async () => {
    await db.drafts.put({
      key: act.key,
      customer: act.facts.customer_id,
      lines: act.facts.lines.map(({ product_id, quantity }) => ({
        product: product_id,
        pieces: quantity,
      })),
      remarks: act.facts.remarks ?? '',
    })
    go(`/customers/${act.facts.customer_id}/booking`)
  }
  return (
    <Shell title={act.answer?.so_no ?? `Booking ${act.no}`} back="/acts">
      <Said act={act} />
      <Section title={act.title}>
        <ul>
          {act.facts.lines.map(({ product_id, quantity }, at) => (
            <li key={product_id} className="flex justify-between gap-3">
              <span className="truncate">{products[at]?.name ?? 'No longer sold'}</span>
              <span className="figures shrink-0">
                {formatQuantity(quantity, products[at]?.case ?? 1)}
              </span>
            </li>
          ))}
        </ul>
        <p className="figures mt-2 text-right font-semibold">
          {formatMoney(money(act.answer?.total ?? act.total), company.currency)}
        </p>
        {act.facts.remarks ? <p className="text-muted">{act.facts.remarks}</p> : null}
        <p className="text-sm text-muted">Written {shownMoment(act.made_at, company.timeZone)}</p>
      </Section>
      {takesPhotos(act.kind) ? <Photos act={act} /> : null}
      {act.state === 'refused' ? (
        <Button wide look="primary" onClick={correct}>
          Correct and send again
        </Button>
      ) : null}
    </Shell>
  )
}

function Said({ act: { state, answer, refusal } }: { act: Act }) {
  if (state === 'refused')
    return <Note kind="danger">Refused by the office: {refusal?.message}</Note>
  if (state === 'accepted')
    return (
      <Note kind="info">Accepted by the office as {answer?.so_no}. It waits for validation.</Note>
    )
  return (
    <Note kind="warn">
      Saved on this phone. The office does not have it yet: it is sent by itself.
    </Note>
  )
}
