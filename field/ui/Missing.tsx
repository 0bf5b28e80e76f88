import type { KnownProduct } from '../data/known'
import { Note } from './controls'

/** Says that products which were written in a form have left the phone since, so that no line goes without a word. */
export function Missing({ products }: { products: number }) {
  if (products === 0) return null
  const what = products === 1 ? 'A product' : `${products} products`
  return (
    <Note kind="warn">
      {what} that you had entered {products === 1 ? 'is' : 'are'} not on this phone any more and
      left out.
    </Note>
  )
}

/** Says at a line of a corrected act that its product has left the phone. */
export function GoneProduct({ product: { gone } }: { product: KnownProduct }) {
  if (!gone) return null
  return (
    <p className="my-1 text-sm text-warn">
      Not on this phone any more: remove it, or the office decides.
    </p>
  )
}
