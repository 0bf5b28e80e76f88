import { Link } from '@remix-run/react'
import { collectionType } from '~/modules/receivables/collection-types'
import { paths } from '~/paths'
import { Money } from '~/ui/Figures'
import type { ReceiptPart } from '../queries.server'
import { PaidBy } from './PaidBy'

/** Shows by what a receipt was paid; several parts are opened to see each with its own state. */
export function Means({ parts }: { parts: readonly ReceiptPart[] }) {
  const [only, ...more] = parts
  if (!only) return null
  if (more.length === 0) return <PaidBy type={only.type} cheque={only.cheque} />
  return (
    <details className="relative z-10 align-top max-sm:inline-block max-sm:max-w-3/4 max-sm:overflow-hidden">
      <summary className="cursor-pointer whitespace-nowrap">
        {parts.length} parts:{' '}
        {[...new Set(parts.map(({ type }) => collectionType(type)))].join(', ')}
      </summary>
      <ul className="mt-1 flex flex-col gap-1.5">
        {parts.map(({ id, type, cheque, amount, paidBack }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <Link to={paths.treasury.collection(id)} className="text-accent hover:underline">
              <PaidBy type={type} cheque={cheque} />
            </Link>
            <span>
              <Money value={amount} />
              {cheque || paidBack ? (
                <span className="block text-xs text-muted">
                  {paidBack ? 'paid back' : cheque?.state.replaceAll('_', ' ')}
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
