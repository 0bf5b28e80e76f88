import type { ButtonHTMLAttributes, InputHTMLAttributes, ReactNode } from 'react'
import { useId } from 'react'

const LOOKS = {
  primary: 'border-transparent bg-accent text-on-accent',
  secondary: 'border-edge bg-surface text-ink',
  danger: 'border-transparent bg-danger text-surface',
} as const

/** Is the look of buttons and of links that are pressed like them: at least 48 px high, for a thumb. */
export const buttonLook = (look: keyof typeof LOOKS = 'secondary', wide = false) =>
  `inline-flex min-h-12 items-center justify-center gap-2 rounded-md border px-4 text-base font-medium disabled:opacity-55 ${LOOKS[look]} ${wide ? 'w-full' : ''}`

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof LOOKS
  wide?: boolean
}

export function Button({ look, wide, className = '', ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={`${buttonLook(look, wide)} ${className}`} />
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  error?: string | null | undefined
  hint?: ReactNode
}

/** Is the look of whatever is typed into. */
const controlLook =
  'mt-1 block min-h-12 w-full rounded-md border border-edge bg-surface px-3 text-base text-ink'

/** A field with its label, and what is wrong beside it. */
export function Field({ label, error, hint, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        {...rest}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={controlLook}
      />
      {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
      {hint ? <p className="mt-1 text-sm text-muted">{hint}</p> : null}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  change(value: string): void
}

/** A choice of one among a few. */
export function Choice({ label, value, options, change }: ChoiceProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => change(target.value)}
        className={controlLook}
      >
        {options.map(([each, shown]) => (
          <option key={each} value={each}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  )
}

export function ErrorText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-1 text-sm text-danger">
      {children}
    </p>
  )
}

/** A line that says how something stands. */
export function Note({
  kind,
  children,
}: {
  kind: 'info' | 'warn' | 'danger'
  children: ReactNode
}) {
  const looks = {
    info: 'bg-info-soft text-info',
    warn: 'bg-warn-soft text-warn',
    danger: 'bg-danger-soft text-danger',
  }
  return <p className={`rounded-md px-3 py-2 text-sm ${looks[kind]}`}>{children}</p>
}

/** A part of a screen below a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-lg bg-surface p-4">
      <h2 className="mb-2 text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}
