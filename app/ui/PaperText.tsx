import { createElement, Fragment, type ReactNode } from 'react'
import { type PaperText, piecesOf } from '~/platform/papers/paper'
import { cx } from './classes'

/** Draws parts of a paper. Their order stays, so nothing has to tell them apart. */
export function each<Item>(items: readonly Item[], draw: (item: Item, index: number) => ReactNode) {
  return createElement(Fragment, null, ...items.map(draw))
}

/** Draws a text of a paper. */
export function PaperWords({ of }: { of: PaperText }) {
  return each(piecesOf(of), ({ text, muted, strong, danger, figure, whole, below, title }) => {
    const look = cx(
      muted && 'text-muted',
      strong && 'font-bold',
      danger && 'text-danger',
      figure && 'figures',
      (figure || whole) && 'whitespace-nowrap',
      below && 'block text-xs',
    )
    if (!look && !title) return text
    return (
      <span className={look} title={title}>
        {text}
      </span>
    )
  })
}
