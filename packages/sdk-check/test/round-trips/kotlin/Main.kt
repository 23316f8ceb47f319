// The round trip through a client of openapi-generator.
import java.net.URI
import java.net.URLDecoder
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.add
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.decodeFromJsonElement
import kotlinx.serialization.json.put
import kotlinx.serialization.json.putJsonArray
import kotlinx.serialization.json.putJsonObject
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.RequestBody.Companion.toRequestBody
import org.commonhold.client.apis.AssetModelsApi
import org.commonhold.client.apis.AssetsApi
import org.commonhold.client.apis.AuthenticationApi
import org.commonhold.client.apis.IssuesApi
import org.commonhold.client.infrastructure.ApiClient
import org.commonhold.client.infrastructure.ClientError
import org.commonhold.client.infrastructure.ClientException
import org.commonhold.client.infrastructure.Serializer
import org.commonhold.client.models.*

/** The members of a problem that this program reads. The generated code returns the body as text. */
@Serializable
data class Refusal(val status: Int, val code: String, val errors: List<ProblemError> = emptyList())

/** Sends the requests, and stores the cursor of the next page, which the generated code does not return. */
object Http {
  private val NEXT = Regex("<([^>]+)>; rel=\"next\"")
  var nextCursor: String? = null
    private set

  val client: OkHttpClient = OkHttpClient.Builder()
    .addInterceptor { chain -> chain.proceed(chain.request()).also { nextCursor = cursorIn(it.header("Link")) } }
    .build()

  private fun cursorIn(link: String?): String? {
    val address = link?.let { NEXT.find(it) }?.groupValues?.get(1) ?: return null
    val members = URI(address).rawQuery.split("&").map { it.split("=", limit = 2) }
    return URLDecoder.decode(members.first { it[0] == "cursor" }[1], Charsets.UTF_8)
  }
}

fun main(arguments: Array<String>) {
  // By default, the generated code sends every member, and null for those without a value.
  Serializer.kotlinxSerializationJsonConfiguration = { encodeDefaults = false }
  val (address, email, password) = arguments
  val form = AuthenticationApi(address, Http.client)
    .signIn(email, password, AuthenticationApi.GrantTypeSignIn.password)
  ApiClient.accessToken = form.accessToken
  val models = AssetModelsApi(address, Http.client)
  val assets = AssetsApi(address, Http.client)
  val issues = IssuesApi(address, Http.client)

  val name = "Model of Kotlin ${System.nanoTime()}"
  val model = models.createAssetModel(
    AssetModelCreate(name, TrackingType.TRACKING_TYPE_COUNTABLE, manufacturer = "Lenovo"),
  )
  val patched: AssetModel = patch("$address/asset-models/${model.id}", """{"manufacturer":null}""")
  val ids = (1..4).map { at -> assets.createAsset(AssetCreate(model.id, "Asset $at")).id }

  val wanted = ids.take(3)
  val names = mutableListOf<String>()
  var cursor: String? = null
  do {
    val page = assets.listAssets(id = wanted, limit = 2, sort = listOf(AssetsSort.ASSETS_SORT_NAME), cursor = cursor)
    names += page.map { it.name }
    cursor = Http.nextCursor
  } while (cursor != null)

  val shown = assets.getAsset(ids[3], include = listOf(AssetInclude.ASSET_INCLUDE_MODEL))
  val refusal = refusalOf { models.deleteAssetModel(model.id) }
  val issue = issues.createIssue(IssueCreate("Printer on floor 2 jams", issueType = "incident"))
  val move = issues.listTransitionsOfIssue(issue.id).first()
  val moved = issues.transitionIssue(issue.id, issueTransitionInput = IssueTransitionInput(move.id))
  val details = moved.details

  val again = AssetModelCreate("$name again", TrackingType.TRACKING_TYPE_COUNTABLE)
  val (first, second) = List(2) { models.upsertAssetModel("sdk", "kotlin", again) }
  val create = BulkAssetsCreate(BulkAssetsCreateOp.BULK_ASSETS_CREATE_OP_CREATE, AssetCreate("sdk:none", "Asset 5"))
  val update =
    BulkAssetsUpdate(BulkAssetsUpdateOp.BULK_ASSETS_UPDATE_OP_UPDATE, ids[3], AssetUpdate(notes = "Counted"))
  val upsert =
    BulkAssetsUpsert(BulkAssetsUpsertOp.BULK_ASSETS_UPSERT_OP_UPSERT, "sdk:kotlin", AssetCreate(model.id, "Asset 6"))
  val items = listOf(
    BulkAssetsItem.BulkAssetsCreateValue(create),
    BulkAssetsItem.BulkAssetsUpdateValue(update),
    BulkAssetsItem.BulkAssetsUpsertValue(upsert),
  )
  val bulk = assets.bulkAssets(BulkAssetsRequest(BulkMode.BULK_MODE_EACH, items))
  val fault = refusalIn(bulk.results.first().problem!!).errors.first()

  val written = buildJsonObject {
    put("manufacturer", patched.manufacturer)
    putJsonArray("names") { names.forEach { add(it) } }
    put("status", refusal.status)
    put("code", refusal.code)
    put("isMoved", moved.status == move.toStatus.key)
    put("subtype", if (details is IssueDetails.IncidentDetailsValue) details.value.subtype.value else null)
    put("isIncluded", shown.model?.name == name)
    put("isSameRecord", first.id == second.id)
    putJsonObject("bulk") {
      put("succeeded", bulk.succeeded)
      put("failed", bulk.failed)
      put("pointer", fault.pointer)
    }
    put("token_type", form.tokenType.value)
  }
  println(written)
}

/** Sends a change that clears members: the generated code cannot send a null that is the default of its member. */
inline fun <reified T> patch(address: String, body: String): T {
  val request = Request.Builder()
    .url(address)
    .header("Authorization", "Bearer ${ApiClient.accessToken}")
    .patch(body.toRequestBody("application/json".toMediaType()))
    .build()
  Http.client.newCall(request).execute().use { response ->
    return Serializer.kotlinxSerializationJson.decodeFromString(response.body!!.string())
  }
}

fun refusalIn(problem: JsonObject): Refusal = Serializer.kotlinxSerializationJson.decodeFromJsonElement(problem)

fun refusalOf(request: () -> Unit): Refusal {
  try {
    request()
  } catch (refused: ClientException) {
    val body = (refused.response as ClientError<*>).body as String
    return Serializer.kotlinxSerializationJson.decodeFromString(body)
  }
  error("the request was not refused")
}
