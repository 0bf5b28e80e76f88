import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { Panel } from '~/ui/Panel'
import type { Product } from '../queries.server'
import { differences } from '../values'

interface Props {
  /** The product as it is saved now. */
  product: Product
  /** The form as it was sent. */
  typed: Record<string, unknown>
}

/**
 * Shows the second of two editors where the saved product differs from the form, so that saving
 * again is a deliberate choice.
 */
export function EditConflict({ product, typed }: Props) {
  const found = differences(product, typed)
  return (
    <Panel title="Saved meanwhile by someone else" className="mb-4">
      {found.length > 0 ? (
        <ul className="mb-3 flex flex-col gap-1">
          {found.map(({ label, saved, yours }) => (
            <li key={label}>
              <span className="font-medium">{label}</span> is {saved || 'empty'} now; you typed{' '}
              {yours || 'nothing'}.
            </li>
          ))}
        </ul>
      ) : (
        <p className="mb-3">It is saved as you typed it.</p>
      )}
      <p className="text-muted">
        Save again to put all of yours in its place, or{' '}
        <Link
          to={`${paths.inventory.editProduct(product.id)}?again=${product.version}`}
          className="font-medium text-accent hover:underline"
        >
          begin again from what is saved
        </Link>
        .
      </p>
    </Panel>
  )
}
