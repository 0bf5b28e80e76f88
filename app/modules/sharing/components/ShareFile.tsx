import { useEffect, useState } from 'react'
import { Button, LinkButton } from '~/ui/Button'

const TYPE = 'application/pdf'

/** Hands the PDF to another app by the share sheet of the phone, where there is one; else it is downloaded. */
export function ShareFile({ file, address }: { file: string; address: string }) {
  const [shares, setShares] = useState(false)
  const [failed, setFailed] = useState(false)
  const fileOf = (content: BlobPart) => new File([content], `${file}.pdf`, { type: TYPE })
  useEffect(() => {
    setShares(navigator.canShare?.({ files: [new File(['.'], 'a.pdf', { type: TYPE })] }) ?? false)
  }, [])
  const share = async () => {
    setFailed(false)
    try {
      const answer = await fetch(address)
      if (!answer.ok) throw new Error(answer.statusText)
      await navigator.share({ files: [fileOf(await answer.blob())], title: file })
    } catch (error) {
      // Whoever closes the share sheet has changed their mind.
      setFailed((error as Error).name !== 'AbortError')
    }
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {shares ? <Button onClick={share}>Share the PDF</Button> : null}
        <LinkButton reloadDocument to={address}>
          Download the PDF
        </LinkButton>
      </div>
      <p role="status" className="text-danger">
        {failed ? 'The PDF could not be shared. Download it instead.' : null}
      </p>
    </>
  )
}
