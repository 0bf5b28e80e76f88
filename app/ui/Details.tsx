import type { ReactNode } from 'react'

/** Names and values of a document, in as many columns as fit. */
export function Details({ items }: { items: readonly (readonly [label: string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
      {items.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="mt-0.5 break-words">{value || <span className="text-muted">–</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
