import type { FieldMetadata } from '@conform-to/react'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** The possible duplicates of the document; none means no warning. */
  ids: readonly string[]
  /** One `li` for each duplicate. */
  children: ReactNode
  /**
   * The checkbox, whose value names the duplicates that the user saw. Schema:
   * `z.optional(z.string())`.
   */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
  /** The label of the checkbox. */
  label: string
}

/** Warns about possible duplicates, and asks whether to save all the same. */
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
        <label className="mt-1 flex min-h-9 max-sm:min-h-10 items-center gap-2 text-ink">
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
