import { useActionData, useLocation } from '@remix-run/react'
import { X } from 'lucide-react'
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { Button } from './Button'
import { cx } from './classes'
import { InMenu } from './in-menu'
import { useHydrated } from './useHydrated'

interface DialogProps {
  /** The text of the button that opens the dialog. */
  trigger: ReactNode
  triggerVariant?: ComponentProps<typeof Button>['variant']
  triggerClass?: string
  title: string
  children: (close: ReactNode) => ReactNode
  wide?: boolean
  /** Opens the dialog on its own. Pass true when the action refused the values typed inside. */
  open?: boolean
}

/**
 * Renders a dialog with its button. It is both `<dialog>` and popover: scripts open it as a modal
 * with the focus kept inside; without scripts the browser opens it as a popover.
 */
export function Dialog(props: DialogProps) {
  const { trigger, triggerVariant, triggerClass, title, children, wide, open } = props
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const hydrated = useHydrated()
  const show = (event: MouseEvent) => {
    // A modal would close the popover around it (the phone menu), and disappear with it.
    if (event.currentTarget.closest('[popover]')) return
    event.preventDefault()
    dialog.current?.showModal()
  }
  useEffect(() => {
    if (open && hydrated && !dialog.current?.open) dialog.current?.showModal()
  }, [open, hydrated])
  // The action is done after a navigation (a redirect, even to this page) without an error from the
  // action.
  const refused = Boolean(useActionData())
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation
  useEffect(() => {
    if (!refused) close(dialog.current)
  }, [key, refused])
  const hide = {
    popovertarget: id,
    popovertargetaction: 'hide' as const,
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      close(dialog.current)
    },
  }
  const look = triggerClass ? { className: triggerClass } : null
  return (
    <>
      {look ? (
        <button type="button" {...look} popovertarget={id} onClick={show}>
          {trigger}
        </button>
      ) : (
        <Button variant={triggerVariant} popovertarget={id} onClick={show}>
          {trigger}
        </Button>
      )}
      <dialog
        ref={dialog}
        id={id}
        popover="auto"
        open={open && !hydrated}
        aria-labelledby={`${id}-title`}
        className={cx(
          'fixed z-40 m-auto max-h-[90dvh] w-[calc(100%-2rem)] overflow-auto rounded-lg border border-line bg-surface p-0 text-left whitespace-normal shadow-float',
          wide ? 'max-w-2xl' : 'max-w-md',
        )}
      >
        <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
          <h2 id={`${id}-title`} className="font-semibold">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Dismiss"
            className="-mr-2 rounded-md p-1.5 text-muted hover:bg-sunken hover:text-ink"
            {...hide}
          >
            <X aria-hidden className="size-4" />
          </button>
        </header>
        <InMenu.Provider value={false}>
          <div className="px-5 py-4">{children(<Button {...hide}>Close</Button>)}</div>
        </InMenu.Provider>
      </dialog>
    </>
  )
}

function close(dialog: HTMLDialogElement | null) {
  dialog?.close()
  if (dialog?.matches(':popover-open')) dialog.hidePopover()
}

interface ConfirmProps extends Omit<DialogProps, 'children'> {
  body: ReactNode
  /** Renders body and buttons: a Form or CommandForm that ends in the danger button. */
  children: (parts: { body: ReactNode; close: ReactNode }) => ReactNode
}

/**
 * Asks for a confirmation: header, body, Close, and the danger button at the end of the caller's
 * form, which has its own label.
 */
export function ConfirmDialog({ body, children, ...dialog }: ConfirmProps) {
  return (
    <Dialog {...dialog}>
      {(close) => children({ body: <div className="mb-5">{body}</div>, close })}
    </Dialog>
  )
}
