import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { Panel } from '~/ui/Panel'
import type { Product } from '../queries.server'
import { productDifferences } from '../values'

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
export function ProductEditConflict({ product, typed }: Props) {
  const found = productDifferences(product, typed)
  return (
    <Panel title="Changed by another user" className="mb-4">
      {found.length > 0 ? (
        <ul className="mb-3 flex flex-col gap-1">
          {found.map(({ label, saved, yours }) => (
            <li key={label}>
              <span className="font-medium">{label}</span> is {saved || 'empty'} now; your entry:{' '}
              {yours || 'nothing'}.
            </li>
          ))}
        </ul>
      ) : (
        <p className="mb-3">Your version is saved.</p>
      )}
      <p className="text-muted">
        Save again to overwrite it with your version, or{' '}
        <Link
          to={`${paths.inventory.editProduct(product.id)}?again=${product.version}`}
          className="font-medium text-accent hover:underline"
        >
          discard yours and load the saved version
        </Link>
        .
      </p>
    </Panel>
  )
}
