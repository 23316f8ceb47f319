{{- define "commonhold.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "commonhold.labels" -}}
app.kubernetes.io/name: commonhold
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "commonhold.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* The pod of any process: an unprivileged user, a root that cannot be written, secrets as files. */}}
{{- define "commonhold.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
automountServiceAccountToken: false
enableServiceLinks: false
volumes:
  - name: secrets
    secret: { secretName: {{ .Values.secret.name }}, defaultMode: 0440 }
  - name: tmp
    emptyDir: {}
{{- end -}}

{{/* What each container has. */}}
{{- define "commonhold.container" -}}
image: {{ include "commonhold.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/commonhold, readOnly: true }
  - { name: tmp, mountPath: /tmp }
{{- end -}}

{{/* Settings, and where the files of the secret's keys are. */}}
{{- define "commonhold.settings" -}}
{{- range $name, $value := .Values.settings }}
{{- if not (kindIs "invalid" $value) }}
{{- /* Numbers as JSON: `quote` by itself makes 1e+06 of 1000000. */}}
- { name: {{ $name }}, value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }} }
{{- end }}
{{- end }}
{{- if and .Values.ingress.enabled (not (hasKey .Values.settings "TRUST_PROXY")) }}
- { name: TRUST_PROXY, value: "1" }
{{- end }}
{{- range .Values.secret.keys }}
- { name: {{ . }}_FILE, value: /run/secrets/commonhold/{{ . }} }
{{- end }}
{{- end -}}
