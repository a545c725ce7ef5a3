# PENNANT_TRY: words like NAME=HOST:PORT. Writes which of them answer, and stays until it's stopped.
nc -ll -p 7000 -e cat &
tries=
for word in $PENNANT_TRY; do
  name=${word%%=*}
  at=${word#*=}
  (
    # Servers refuse these words, but only where they hear them.
    said=$(printf 'x\r\n\r\n' | nc -w 3 "${at%:*}" "${at##*:}" 2>/dev/null)
    ended=$?
    if [ $ended -eq 0 ] || [ -n "$said" ]; then echo "reached $name"; fi
  ) &
  tries="$tries $!"
done
[ -z "$tries" ] || wait $tries
echo tried
wait
