import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { TriangleAlert } from 'lucide-react'
import { DateText } from '~/ui/Figures'
import { kindLabel } from '../schema'
import type { Twin } from '../twins.server'

interface Props {
  twins: readonly Twin[]
  /** The tick, whose value says which records were seen. */
  field: FieldMetadata<string | undefined, Record<string, unknown>, string[]>
}

/** Says that a number is entered already, on which record, and asks whether that is meant. */
export function TwinWarning({ twins, field }: Props) {
  if (twins.length === 0) return null
  const ids = twins.map(({ id }) => id).join(',')
  return (
    <div className="mt-4 flex gap-2 rounded-md border border-warn bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p role="status" className="font-medium">
          This number is entered already:
        </p>
        <ul>
          {twins.map((twin) => (
            <li key={twin.id}>
              <Link
                to={`/inventory/purchase-list/${twin.id}`}
                target="_blank"
                className="font-medium underline"
              >
                {twin.poNo}
              </Link>{' '}
              {kindLabel(twin.kind)}, {twin.supplier}
              {twin.invoiceNo ? `, invoice ${twin.invoiceNo}` : ''},{' '}
              <DateText value={twin.dateAdded} />
            </li>
          ))}
        </ul>
        <label className="mt-1 flex min-h-9 items-center gap-2 text-ink">
          <input
            key={ids}
            type="checkbox"
            id={field.id}
            name={field.name}
            value={ids}
            defaultChecked={field.initialValue === ids}
            aria-describedby={field.errorId}
            aria-invalid={!field.valid || undefined}
            className="size-4 accent-accent"
          />
          Enter it all the same
        </label>
        <p id={field.errorId} className="text-xs font-medium text-danger empty:hidden">
          {field.errors?.join(' ')}
        </p>
      </div>
    </div>
  )
}
