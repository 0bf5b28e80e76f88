import { useSearchParams } from '@remix-run/react'
import { useEffect } from 'react'
import { LinkButton } from './Button'

/** Returns the address of this page's papers as a PDF. */
function useAddress(): string {
  const [params] = useSearchParams()
  const kept = [...params].filter(([name]) => name !== 'pdf' && name !== 'print')
  return `?${new URLSearchParams([...kept, ['format', 'pdf']])}`
}

/** Downloads the papers of this page as a PDF. */
export function PdfLink({ className }: { className?: string }) {
  return (
    <LinkButton reloadDocument to={useAddress()} className={className}>
      PDF
    </LinkButton>
  )
}

/**
 * Downloads the PDF once when the address has `?pdf`: an action before it, such as counting the copy, redirects here. Without
 * scripts it is a link.
 */
export function PdfAtOnce() {
  const [params, setParams] = useSearchParams()
  const asked = params.has('pdf')
  const address = useAddress()
  useEffect(() => {
    if (!asked) return
    window.location.assign(address)
    setParams(
      (all) => {
        all.delete('pdf')
        return all
      },
      { replace: true, preventScrollReset: true },
    )
  }, [asked, address, setParams])
  return asked ? (
    <LinkButton reloadDocument to={address} className="scriptless-only">
      Download the PDF
    </LinkButton>
  ) : null
}
