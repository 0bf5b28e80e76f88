import type { FieldMetadata } from '@conform-to/react'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Documents that are like the one being entered; none = no warning. */
  ids: readonly string[]
  /** One `li` for each. */
  children: ReactNode
  /** The tick, whose value says which documents were seen. Schema: `z.optional(z.string())`. */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
  /** What the tick says. */
  label: string
}

/** Says that something is entered already, and asks whether it is meant all the same. */
export function DuplicateWarning({ title, ids, children, field, label }: Props) {
  if (ids.length === 0) return null
  const seen = ids.join(',')
  return (
    <div className="mt-4 flex gap-2 rounded-md border border-warn bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p role="status" className="font-medium">
          {title}
        </p>
        <ul>{children}</ul>
        <label className="mt-1 flex min-h-9 items-center gap-2 text-ink">
          <input
            key={seen}
            type="checkbox"
            id={field.id}
            name={field.name}
            value={seen}
            defaultChecked={field.initialValue === seen}
            aria-describedby={field.errorId}
            aria-invalid={!field.valid || undefined}
            className="size-4 accent-accent"
          />
          {label}
        </label>
        <p id={field.errorId} className="text-xs font-medium text-danger empty:hidden">
          {field.errors?.join(' ')}
        </p>
      </div>
    </div>
  )
}
