import { type ReactNode, useId, useState } from 'react'
import { Button } from './Button'
import { CONTROL } from './Field'
import { useHydrated } from './useHydrated'

interface Props {
  link: string
  label: string
  /** Says how long the link works. */
  children: ReactNode
}

/** Shows a link that somebody sends on by any messenger; scripts copy it. */
export function LinkToCopy({ link, label, children }: Props) {
  const id = useId()
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <label htmlFor={id} className="mb-1 block text-xs font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className={CONTROL}
        />
        {hydrated && navigator.clipboard ? <Button onClick={copy}>Copy</Button> : null}
      </div>
      <p role="status" className="mt-1 text-xs text-muted">
        {copied ? 'Copied. ' : ''}
        {children}
      </p>
    </>
  )
}
