import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import type { Money as Amount } from '~/platform/values/money'
import { cx } from './classes'
import { Money } from './Figures'

interface Props {
  /** Its form, with `errorsBelow`: errors above the rows would move them when they come and go. */
  form?: Pick<FormMetadata<Record<string, unknown>, string[]>, 'errors' | 'errorId'>
  /** The number of selected rows; null until scripts count them. */
  chosen: number | null
  sum?: Amount
  /** The field that holds the selection, for its errors, where it has its own. */
  list?: Pick<FieldMetadata, 'errors' | 'errorId'>
  /** Fields that the act needs besides the rows. A phone has room for it once rows are selected. */
  fields?: ReactNode
  children?: ReactNode
}

/** Stands below a list whose rows are selected: how many, their sum, and what is done with them. */
export function SelectionBar({ form, chosen, sum, list, fields, children }: Props) {
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
      {fields ? (
        <div className={cx('contents', chosen === 0 && 'max-sm:hidden')}>{fields}</div>
      ) : null}
      {children}
      {list ? (
        <p role="alert" id={list.errorId} className="font-medium text-danger empty:hidden">
          {list.errors?.join(' ')}
        </p>
      ) : null}
      {form?.errors?.length ? (
        <p role="alert" id={form.errorId} className="font-medium text-danger">
          {form.errors.join(' ')}
        </p>
      ) : null}
    </div>
  )
}
