import type { Color } from '@pennant/contract/schema'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './contrast-table.module.css'
import { accentOf, brand, brandAccents, figuresOf } from './palette.ts'

const schemes = ['dark', 'light'] as const

export const ContrastTable = ({ color }: { color: Color }) => {
  const { t, i18n } = useTranslation('shell')
  const id = useId()
  const write = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  const accents = schemes.map((scheme) =>
    color.toLowerCase() === brand ? brandAccents[scheme] : accentOf(color, scheme),
  )
  const figures = schemes.map((scheme, index) => figuresOf(accents[index] ?? brandAccents[scheme], scheme))
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {t('color.contrast')}
      </h3>
      <div className={classes.scroll}>
        <table className={classes.table} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{t('color.use')}</th>
              {schemes.map((scheme) => (
                <th key={scheme} scope="col">
                  {t(`color.${scheme}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(['text', 'button', 'mark'] as const).map((use, row) => (
              <tr key={use}>
                <th scope="row">{t(`color.${use}`)}</th>
                {schemes.map((scheme, column) => {
                  const figure = figures[column]?.[row]
                  return (
                    <td key={scheme}>
                      {figure !== undefined && (
                        <>
                          <strong>{write.format(figure.ratio)}</strong>{' '}
                          <span className={classes.least}>{`(≥ ${write.format(figure.needed)})`}</span>
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={classes.notes}>
        {schemes.map((scheme, index) => (
          <li key={scheme}>
            <span className={classes.sample} style={{ background: accents[index]?.accent }} />
            <span>
              {t(`color.${scheme}`)}
              {': '}
              {accents[index]?.accent === color.toLowerCase() ? t('color.exact') : t('color.adjusted')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
