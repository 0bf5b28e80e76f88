import 'react'

// React 18 passes these attributes through but does not type them. They open Dialog and the phone
// menu in browsers whose scripts are off.
declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: '' | 'auto' | 'manual'
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string
    popovertargetaction?: 'hide' | 'show' | 'toggle'
  }
}
