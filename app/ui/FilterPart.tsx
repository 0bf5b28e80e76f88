import { Link, useSearchParams } from '@remix-run/react'
import { Plus, X } from 'lucide-react'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react'
import { withoutCursor } from '~/platform/request/first-page'
import { cx } from './classes'
import { useDismissed } from './Menu'

export const SUMMARY =
  'flex min-h-8 list-none items-center gap-1 rounded-md px-2 text-accent font-medium whitespace-nowrap hover:bg-accent-soft max-sm:min-h-10'

/** The place of a filter: its control in the sheet, its control in the line, or what it chose. */
type Part = 'control' | 'line' | 'chip'
export const PartOf = createContext<Part>('control')

export const SHORT_FIELD = 'min-h-10 sm:min-h-8 sm:py-1'

/** Puts the focus into the search box when `/` is pressed outside of a field. */
export function useSlash(box: RefObject<HTMLInputElement>) {
  useEffect(() => {
    const seek = (event: KeyboardEvent) => {
      const inField = (event.target as Element).closest?.('input, select, textarea, dialog')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || inField || !box.current) return
      event.preventDefault()
      box.current.focus()
    }
    document.addEventListener('keydown', seek)
    return () => document.removeEventListener('keydown', seek)
  }, [box])
}

interface PopoutProps {
  label: ReactNode
  /** True to open on a phone within the page, below the filters of the line, which show with it. */
  inPlace: boolean
  /** True where only a phone has filters to open. */
  onPhone: boolean
  children: ReactNode
}

/**
 * Opens filters below the bar, as wide as it, so that no place of the button leads out of the screen; on a phone as a
 * sheet. Escape and a click elsewhere close it.
 */
export function Popout({ label, inPlace, onPhone, children }: PopoutProps) {
  const details = useDismissed()
  return (
    <details
      ref={details}
      className={cx(
        'filters',
        inPlace && 'max-sm:open:order-last max-sm:open:basis-full',
        onPhone && 'sm:hidden',
      )}
    >
      <summary className={SUMMARY}>
        <Plus aria-hidden className="size-4" />
        {label}
      </summary>
      <div
        className={cx(
          'z-30 flex flex-wrap items-end gap-2 border border-line bg-surface p-3 shadow-float sm:*:max-w-64',
          !inPlace && 'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-lg',
          'max-h-[80dvh] overflow-y-auto',
          'sm:absolute sm:inset-x-0 sm:top-full sm:bottom-auto sm:max-h-none sm:overflow-visible sm:rounded-b-lg',
        )}
      >
        {children}
      </div>
    </details>
  )
}

interface ShownProps {
  name: string
  /** Further names in the address that are taken away with it. */
  also?: readonly string[]
  label: string
  /** The chosen value in words; null when nothing is chosen. */
  chosen: ReactNode
  className?: string
  children: ReactNode
}

/** Shows a filter: its labeled control, or what it has chosen with a link that takes it away. */
export function Filter({ name, also = [], label, chosen, className, children }: ShownProps) {
  const [params] = useSearchParams()
  const part = useContext(PartOf)
  if (part !== 'chip') {
    return (
      // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
      <label
        className={cx(
          'text-xs text-muted',
          part === 'line'
            ? 'flex items-center gap-1.5 whitespace-nowrap *:min-h-8 *:py-1 sm:[&>:is(select,[type=date])]:px-1.5 sm:[&>:is(select,[type=date])]:text-table sm:[&>[type=date]]:w-28 sm:[&>select]:max-w-60'
            : 'min-w-50 flex-1',
          className,
        )}
      >
        {label}
        {children}
      </label>
    )
  }
  if (chosen === null) return null
  const without = withoutCursor(params)
  for (const each of [name, ...also]) without.delete(each)
  return (
    <Link
      to={`?${without}`}
      preventScrollReset
      className="inline-flex min-h-7 max-w-64 items-center gap-1 rounded-full bg-accent-soft px-2.5 text-xs text-accent hover:line-through max-sm:min-h-10"
    >
      <span className="sr-only">Remove the filter </span>
      <span className="truncate">
        {label}
        {chosen === '' ? null : <>: {chosen}</>}
      </span>
      <X aria-hidden className="size-3.5 shrink-0" />
    </Link>
  )
}

/** Returns whether a control differs from its value when the page loaded. */
export function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(
      ({ defaultSelected, selected }) => defaultSelected && !selected,
    )
  if (!(control instanceof HTMLInputElement)) return false
  // A date input shows an invalid date of the address as empty.
  if (/^date/.test(control.type) && control.value === '') return false
  return control.type === 'checkbox'
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}

/**
 * Returns a ref to a control that follows the address when a link changes it (Clear, a drill-down),
 * but not while the user is in it.
 */
export function useFollowed<E extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const element = useRef<E>(null)
  const followed = useRef(value)
  useEffect(() => {
    const control = element.current
    if (followed.current === value) return
    followed.current = value
    if (!control || control === document.activeElement) return
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = value === control.value
    else control.value = value
  }, [value])
  return element
}
