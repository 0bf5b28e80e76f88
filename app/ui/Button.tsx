import { Link, type LinkProps } from '@remix-run/react'
import { type ButtonHTMLAttributes, useContext } from 'react'
import { cx } from './classes'
import { InMenu } from './in-menu'
import { Spinner } from './Spinner'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'

interface Look {
  variant?: Variant
  size?: 'sm' | 'md'
}

const VARIANTS: Record<Variant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-edge bg-surface text-ink hover:bg-sunken',
  ghost: 'border-transparent text-accent hover:bg-accent-soft',
  danger: 'border-transparent bg-danger text-surface hover:bg-danger-hover',
}

const MENU_LINE =
  'flex min-h-9 w-full items-center gap-2 rounded-md px-2.5 text-left whitespace-nowrap hover:bg-sunken max-sm:min-h-10'

function useLook({ variant = 'secondary', size = 'md' }: Look): string {
  const inMenu = useContext(InMenu)
  if (inMenu) return cx(MENU_LINE, variant === 'danger' && 'text-danger')
  return cx(
    'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-55',
    'max-sm:min-h-10',
    size === 'sm' ? 'min-h-7 px-2 py-0.5 text-xs' : 'min-h-9 px-3.5 py-1.5 text-sm',
    VARIANTS[variant],
  )
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Shows a spinner and ignores a second press while the action runs. */
  pending?: boolean
}

/** Renders a button for an action. LinkButton is for navigation. */
export function Button({ variant, size, pending, className, children, ...rest }: ButtonProps) {
  const look = useLook({ variant, size })
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : rest.onClick}
      className={cx(look, className)}
    >
      {pending ? <Spinner /> : null}
      {children}
    </button>
  )
}

/** Renders a link that looks like a button. */
export function LinkButton({ variant, size, className, ...rest }: LinkProps & Look) {
  return <Link prefetch="none" {...rest} className={cx(useLook({ variant, size }), className)} />
}
