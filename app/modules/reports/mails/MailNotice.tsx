/** Says that the server has no mail server, and how to name one. */
export function MailNotice({ mails }: { mails: 'sent' | 'kept' | 'none' }) {
  if (mails === 'sent') return null
  return (
    <p role="status" className="mb-2 rounded-md border border-line bg-warn-soft px-3 py-2">
      {mails === 'kept'
        ? 'This server has no SMTP server: e-mails stay in its outbox and are not delivered.'
        : 'This server has no SMTP server: e-mails wait until it has one.'}{' '}
      To send them, set SMTP_URL and MAIL_FROM (docs/deployment.md).
    </p>
  )
}
