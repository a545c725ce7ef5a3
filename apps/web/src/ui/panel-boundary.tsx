import { Component, type ReactNode } from 'react'

type Props = {
  /** What stands there instead, and can ask for another try. */
  fallback: (onRetry: () => void) => ReactNode
  children: ReactNode
}
type State = { failed: boolean }

/** Keeps a fault in one part of a page from taking the rest with it. */
export class PanelBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    return this.state.failed ? fallback(() => this.setState({ failed: false })) : children
  }
}
