import type { FormMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import type { Money as Amount } from '~/platform/values/money'
import { Money } from './Figures'

interface Props {
  /** Its form, with `errorsBelow`: errors above the rows would move them when they come and go. */
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'errors' | 'errorId'>
  /** The number of selected rows; null until scripts count them. */
  chosen: number | null
  sum?: Amount
  children: ReactNode
}

/** Stands below a list whose rows are selected: how many, their sum, and what is done with them. */
export function SelectionBar({ form, chosen, sum, children }: Props) {
  return (
    <div className="sticky bottom-0 z-20 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg border-t border-line bg-surface px-3 py-1.5">
      {chosen === null ? null : (
        <p role="status" className="figures text-muted">
          {chosen} selected
          {sum && chosen > 0 ? (
            <>
              , <Money value={sum} />
            </>
          ) : null}
        </p>
      )}
      {children}
      {form.errors?.length ? (
        <p role="alert" id={form.errorId} className="font-medium text-danger">
          {form.errors.join(' ')}
        </p>
      ) : null}
    </div>
  )
}
