import { useLiveQuery } from 'dexie-react-hooks'
import { Link } from 'wouter'
import { sumsOf } from '~/platform/values/cash-count'
import { formatMoney, isZero } from '~/platform/values/money'
import { useData } from '../data/database'
import { heldReceipts } from '../data/held'
import { useSession } from '../session'
import { AsOf } from '../ui/AsOf'
import { buttonLook, Section } from '../ui/controls'

/** Says what was collected and not handed in. */
export function WithMe() {
  const { db } = useData()
  const { company } = useSession()
  const held = useLiveQuery(() => heldReceipts(db), [db])
  if (!held || held.length === 0) return null
  const { cash, cheques, others } = sumsOf(held.flatMap(({ parts }) => parts))
  return (
    <Section title="Still with me">
      <p className="figures text-figure font-semibold">{formatMoney(cash, company.currency)}</p>
      <p className="text-sm">
        in cash, {formatMoney(cheques)} in cheques
        {isZero(others) ? '' : `, papers of ${formatMoney(others)}`}; {held.length} receipts{' '}
        <AsOf />
      </p>
      <Link to="/remittance" className={`mt-2 ${buttonLook('secondary', true)}`}>
        Remit
      </Link>
    </Section>
  )
}
