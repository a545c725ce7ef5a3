import { Component, type ReactNode } from 'react'

type Props = {
  /** The data that is shown: another value gets another try. */
  of?: unknown
  fallback: (onRetry: () => void) => ReactNode
  children: ReactNode
}
type State = { failed: boolean; of: unknown }

export class PanelBoundary extends Component<Props, State> {
  override state: State = { failed: false, of: this.props.of }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { failed: false, of }
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    return this.state.failed ? fallback(() => this.setState({ failed: false })) : children
  }
}
