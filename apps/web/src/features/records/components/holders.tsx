import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Holder, holderPath } from '../holder-path.ts'
import classes from './records.module.css'

export const Holders = ({ holders }: { holders: readonly Holder[] }) => {
  const { t } = useTranslation('admin')
  return (
    <ul className={classes.holders}>
      {holders.map((holder, at) => {
        const path = holderPath(holder)
        const text = t(`files.holder.${holder.kind}`, { name: holder.name })
        // oxlint-disable-next-line react/no-array-index-key -- the same may hold a file twice
        return <li key={at}>{path === null ? text : <Link to={path}>{text}</Link>}</li>
      })}
    </ul>
  )
}
